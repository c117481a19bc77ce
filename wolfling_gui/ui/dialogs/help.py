"""Show the help pages: contents and search at the left, the page at the right, links between pages."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QEvent, QObject, QSize, Qt, QTimer, QUrl
from PySide6.QtGui import (
    QFont,
    QImage,
    QKeyEvent,
    QKeySequence,
    QResizeEvent,
    QShortcut,
    QTextBlock,
    QTextBlockFormat,
    QTextCursor,
    QTextDocument,
    QTextFormat,
    QTextFrameFormat,
    QTextTable,
)
from PySide6.QtWidgets import (
    QDialog,
    QHBoxLayout,
    QLineEdit,
    QSplitter,
    QTextBrowser,
    QTreeWidget,
    QTreeWidgetItem,
    QVBoxLayout,
    QWidget,
)

from wolfling_gui.ui import help_pages
from wolfling_gui.ui.dialogs.parts import fit
from wolfling_gui.ui.theme import Role, theme
from wolfling_gui.ui.widgets import Hairline, IconButton, TextLabel

LINK = Qt.ItemDataRole.UserRole
HEADS: tuple[Role, ...] = ("request_title", "panel_title", "card_title")
EDGE = 24


class HelpView(QTextBrowser):
    """Show one page of Markdown in the theme's type and colours, its pictures as wide as there is room."""

    def __init__(self, written: Callable[[str], str], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._written = written
        self.page = ""
        self._width = 0
        self._at: tuple[str, str] | None = None
        self.setOpenLinks(False)
        self.setFrameShape(QTextBrowser.Shape.NoFrame)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        # The width must not depend on how long the page is, or pictures that fit it make it change for ever.
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOn)
        self.setAccessibleName(self.tr("Help page"))
        self._soon = QTimer(self)
        self._soon.setSingleShot(True)
        self._soon.setInterval(0)
        self._soon.timeout.connect(self._again)
        theme().changed.connect(self._soon.start)

    def show_page(self, page: str) -> None:
        """Show a page from its top."""
        self.page, self._at = page, None
        self._width = self.viewport().width()
        # Dressed before it is shown: a document in view is laid out anew at every change.
        document = QTextDocument(self)
        document.setMarkdown(self._written(help_pages.page_text(page)))
        self._dress(document)
        self.setDocument(document)
        self.verticalScrollBar().setValue(0)

    def go_to(self, anchor: str, words: str = "") -> None:
        """Scroll to a section by its anchor, and mark the first place after it that holds the first word."""
        block = self._block_of(anchor) if anchor else self.document().firstBlock()
        if not block.isValid():
            return
        self._at = (anchor, words)
        top = self.document().documentLayout().blockBoundingRect(block).y()
        self.verticalScrollBar().setValue(int(top) - 8 if anchor else 0)
        cursor = QTextCursor(block)
        if words:
            found = self.document().find(words.split()[0], cursor)
            cursor = cursor if found.isNull() else found
        self.setTextCursor(cursor)

    def heading(self, anchor: str) -> bool:
        """Tell whether the page shown has a section of this anchor."""
        return self._block_of(anchor).isValid()

    def loadResource(self, kind: int, name: QUrl | str) -> object:
        """Return a picture that lies beside the pages, scaled to the room there is."""
        if kind != QTextDocument.ResourceType.ImageResource.value:
            return super().loadResource(kind, name)
        path = help_pages.help_dir() / (name if isinstance(name, str) else name.toString())
        picture = QImage(str(path))
        ratio = self.devicePixelRatioF()
        room = round((self.viewport().width() - 2 * EDGE - 4) * ratio)
        if picture.width() > room > 0:
            picture = picture.scaledToWidth(room, Qt.TransformationMode.SmoothTransformation)
        picture.setDevicePixelRatio(ratio)
        return picture

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Fit the pictures to another width."""
        super().resizeEvent(event)
        pictures = self.page and "](pictures/" in help_pages.page_text(self.page)
        if pictures and self.viewport().width() != self._width:
            self._soon.start()

    def _again(self) -> None:
        """Show the page anew at another width or in another look, at the section that was turned to."""
        if self.page:
            at = self._at
            self.show_page(self.page)
            if at is not None:
                self.go_to(*at)

    def _block_of(self, anchor: str) -> QTextBlock:
        block = self.document().begin()
        while block.isValid():
            if block.blockFormat().headingLevel() and help_pages.anchor_of(block.text()) == anchor:
                return block
            block = block.next()
        return block

    # ------------------------------------------------------------------ look

    def _dress(self, document: QTextDocument) -> None:
        """Give a document the theme's type and colours, all as one change."""
        look = theme()
        document.setDefaultFont(look.font("body"))
        document.setDocumentMargin(EDGE)
        whole = QTextCursor(document)
        whole.beginEditBlock()
        block = document.begin()
        while block.isValid():
            self._dress_block(block)
            block = block.next()
        for frame in document.rootFrame().childFrames():
            if isinstance(frame, QTextTable):
                shape = frame.format()
                shape.setBorder(1)
                shape.setBorderStyle(QTextFrameFormat.BorderStyle.BorderStyle_Solid)
                shape.setBorderBrush(look.colour("line"))
                shape.setBorderCollapse(True)
                shape.setCellPadding(look.px(5))
                frame.setFormat(shape)
        whole.endEditBlock()

    def _dress_block(self, block: QTextBlock) -> None:
        look = theme()
        cursor = QTextCursor(block)
        level = block.blockFormat().headingLevel()
        shape = block.blockFormat()
        code = shape.hasProperty(QTextFormat.Property.BlockCodeFence)
        if level:
            shape.setTopMargin(look.px(20 if level > 1 else 4))
            shape.setBottomMargin(look.px(6))
        elif code:
            shape.setBackground(look.colour("sunk"))
            shape.setNonBreakableLines(False)
        else:
            shape.setBottomMargin(look.px(6 if not block.textList() else 3))
            if "\N{OBJECT REPLACEMENT CHARACTER}" not in block.text():
                shape.setLineHeight(125, QTextBlockFormat.LineHeightTypes.ProportionalHeight.value)
        cursor.setBlockFormat(shape)
        pieces = block.begin()
        while not pieces.atEnd():
            piece = pieces.fragment()
            pieces += 1
            if not piece.isValid() or piece.charFormat().isImageFormat():
                continue
            told = piece.charFormat()
            cursor.setPosition(piece.position())
            cursor.setPosition(piece.position() + piece.length(), QTextCursor.MoveMode.KeepAnchor)
            fixed = code or told.fontFixedPitch()
            font = look.mono(12, 400 if code else 500) if fixed else look.font("body")
            if level:
                font = look.font(HEADS[min(level, len(HEADS)) - 1])
            bold = told.fontWeight() > QFont.Weight.Normal and not level
            font.setItalic(told.fontItalic())
            if bold:
                font.setWeight(QFont.Weight.DemiBold)
            told.setFont(font)
            ink = "accent" if told.isAnchor() else "text" if level or bold else "text2"
            told.setForeground(look.colour(ink))
            told.setFontUnderline(told.isAnchor())
            if fixed and not code:
                told.setBackground(look.colour("sunk"))
            cursor.setCharFormat(told)


class HelpDialog(QDialog):
    """Show the help pages; it stands beside the window and blocks nothing.

    `written` may change the words of a page before it is shown, such as keys that players changed.
    """

    def __init__(self, written: Callable[[str], str] = str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowTitle(self.tr("Help"))
        self._past: list[str] = []
        self._here = ""
        outer = QVBoxLayout(self)
        outer.setContentsMargins(0, 0, 0, 0)
        outer.setSpacing(0)
        outer.addLayout(self._make_head())
        outer.addWidget(Hairline())
        split = QSplitter(Qt.Orientation.Horizontal)
        split.setChildrenCollapsible(False)
        split.setHandleWidth(1)
        self.tree = QTreeWidget()
        self.tree.setHeaderHidden(True)
        self.tree.setAccessibleName(self.tr("Contents"))
        self.tree.setMinimumWidth(180)
        self.view = HelpView(written)
        self.view.setMinimumWidth(300)
        split.addWidget(self.tree)
        split.addWidget(self.view)
        split.setStretchFactor(1, 1)
        outer.addWidget(split, 1)
        fit(self, QSize(620, 400), QSize(960, 660))
        split.setSizes([theme().px(270), theme().px(690)])
        self.search.textChanged.connect(self._find)
        self.tree.currentItemChanged.connect(self._open_item)
        self.view.anchorClicked.connect(self._follow)
        QShortcut(QKeySequence("Alt+Left"), self, self.go_back)
        self._find()
        self.search.setFocus(Qt.FocusReason.OtherFocusReason)

    def _make_head(self) -> QHBoxLayout:
        head = QHBoxLayout()
        head.setContentsMargins(12, 10, 12, 10)
        head.setSpacing(12)
        self.back = IconButton(
            "chevron_left", self.tr("Back"), self.tr("Goes back to the section read before."), "Alt+Left"
        )
        self.back.clicked.connect(self.go_back)
        head.addWidget(self.back)
        self.search = QLineEdit()
        self.search.setPlaceholderText(self.tr("Search the help pages"))
        self.search.setAccessibleName(self.tr("Search the help pages"))
        self.search.setClearButtonEnabled(True)
        self.search.installEventFilter(self)
        head.addWidget(self.search, 1)
        self._count = TextLabel("", "small", "text3")
        head.addWidget(self._count)
        return head

    # ------------------------------------------------------------------ going about

    @property
    def here(self) -> str:
        """Return the page and section shown, as in links."""
        return self._here

    def show_link(self, link: str) -> None:
        """Show a page, or one of its sections: `page` or `page#section`."""
        page, _, anchor = link.partition("#")
        if page not in help_pages.ORDER:
            return
        if self._here and self._here != link:
            self._past.append(self._here)
        self._turn_to(page, anchor)

    def go_back(self) -> None:
        """Show what was read before."""
        if self._past:
            page, _, anchor = self._past.pop().partition("#")
            self._turn_to(page, anchor)

    def _turn_to(self, page: str, anchor: str) -> None:
        if self.view.page != page:
            self.view.show_page(page)
        self._here = f"{page}#{anchor}" if anchor else page
        self.view.go_to(anchor, self.search.text())
        self.back.setEnabled(bool(self._past))
        self._mark(self._here)

    def _follow(self, link: QUrl) -> None:
        """Follow a link between pages; others lead nowhere, as pages are read without a network."""
        if link.scheme():
            return
        path, anchor = link.path(), link.fragment()
        page = path.rpartition("/")[2].removesuffix(".md") if path else self.view.page
        if page in help_pages.ORDER:
            self.show_link(f"{page}#{anchor}" if anchor else page)

    def _open_item(self, item: QTreeWidgetItem | None) -> None:
        if item is not None and item.data(0, LINK) != self._here:
            self.show_link(item.data(0, LINK))

    # ------------------------------------------------------------------ contents

    def _find(self) -> None:
        """List what holds the words searched for, with the pages they stand in."""
        words = self.search.text()
        found = help_pages.find(words)
        listed = {section.link for section in found}
        self.tree.blockSignals(True)
        self.tree.clear()
        for page in help_pages.ORDER:
            kept = [s for s in help_pages.sections(page) if s.link in listed]
            if not kept:
                continue
            top = QTreeWidgetItem([help_pages.sections(page)[0].title])
            top.setData(0, LINK, page)
            top.setSizeHint(0, QSize(0, theme().px(26)))
            self.tree.addTopLevelItem(top)
            last = {1: top}
            for section in kept:
                if section.depth == 1:
                    continue
                above = last.get(section.depth - 1, top)
                item = QTreeWidgetItem(above, [section.title])
                item.setData(0, LINK, section.link)
                item.setSizeHint(0, QSize(0, theme().px(24)))
                last[section.depth] = item
                last.pop(section.depth + 1, None)
            top.setExpanded(bool(words) or page == help_pages.HOW_IT_WORKS)
            for item in self._below(top):
                item.setExpanded(True)
        self.tree.blockSignals(False)
        self._count.setText(self._counted(len(found)) if words.strip() else "")
        if words.strip() and found:
            first = found[0].link
            page, _, anchor = first.partition("#")
            self._turn_to(page, anchor)
        else:
            self._mark(self._here)

    def _counted(self, count: int) -> str:
        from wolfling_gui.ui.words import plural

        if not count:
            return self.tr("No section holds all these words.")
        return plural("HelpDialog", "1 section", "%n sections", count)

    def _items(self) -> list[QTreeWidgetItem]:
        return self._below(self.tree.invisibleRootItem())

    def _below(self, top: QTreeWidgetItem) -> list[QTreeWidgetItem]:
        """Return what stands under a line of the contents, at any depth, in order."""
        found: list[QTreeWidgetItem] = []
        for number in range(top.childCount()):
            item = top.child(number)
            if item is not None:
                found += [item, *self._below(item)]
        return found

    def links(self) -> list[str]:
        """Return what the contents list now, in order."""
        return [str(item.data(0, LINK)) for item in self._items()]

    def _mark(self, link: str) -> None:
        """Mark in the contents what is shown."""
        self.tree.blockSignals(True)
        for item in self._items():
            if item.data(0, LINK) == link:
                self.tree.setCurrentItem(item)
                self.tree.scrollToItem(item)
        self.tree.blockSignals(False)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Walk the contents with the arrows while the search field has the focus."""
        if watched is self.search and isinstance(event, QKeyEvent) and event.type() == QEvent.Type.KeyPress:
            step = {Qt.Key.Key_Down: 1, Qt.Key.Key_Up: -1}.get(Qt.Key(event.key()), 0)
            items = self._items()
            if step and items:
                current = self.tree.currentItem()
                at = items.index(current) + step if current in items else 0
                self.tree.setCurrentItem(items[max(0, min(len(items) - 1, at))])
                return True
        return super().eventFilter(watched, event)
