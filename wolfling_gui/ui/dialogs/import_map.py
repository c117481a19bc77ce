"""Import a map of another program: options, what it becomes, and all that was clipped or guessed."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Final

from PySide6.QtCore import QSize, Qt, QTimer, Signal
from PySide6.QtGui import QCloseEvent, QShowEvent
from PySide6.QtWidgets import (
    QCheckBox,
    QComboBox,
    QDialog,
    QFileDialog,
    QGridLayout,
    QHBoxLayout,
    QLineEdit,
    QProgressBar,
    QSizePolicy,
    QStackedWidget,
    QVBoxLayout,
    QWidget,
)

from wolfling_gui.ui.dialogs.import_notes import WIDE, NoteList
from wolfling_gui.ui.dialogs.parts import fit
from wolfling_gui.ui.jobs import Job
from wolfling_gui.ui.scene.terrain import TerrainOptions
from wolfling_gui.ui.scene.view import BoardView
from wolfling_gui.ui.theme import theme
from wolfling_gui.ui.widgets import (
    BorderedButton,
    DecimalField,
    FlatButton,
    Hairline,
    MainButton,
    ProblemLine,
    SectionHead,
    Segmented,
    TextLabel,
    UprightArea,
)

if TYPE_CHECKING:
    from wolfling_gui.core.terrain import StructureKind
    from wolfling_gui.files.formats.imported import ImportedMap, ImportOptions, PortalKind
    from wolfling_gui.files.scenario import Scenario

SIZES: Final = (1.0, 1.5, 2.0)
OTHER: Final = 3
AGAIN_MS: Final = 250
PORTALS: Final[tuple[PortalKind, ...]] = ("window", "door", "opening")


class ImportDialog(QDialog):
    """Read a map, show it, and keep it as a scenario; `kept(path, begin)` tells where, and what is next."""

    kept = Signal(Path, bool)

    def __init__(self, source: Path, folder: Path | None = None, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowTitle(self.tr("Import a map"))
        self._source = source
        self._job: Job | None = None
        self._imported: ImportedMap | None = None
        self._read_with: ImportOptions | None = None
        self._scenario: Scenario | None = None
        self._fitted = False
        outer = QVBoxLayout(self)
        outer.setContentsMargins(0, 0, 0, 0)
        outer.setSpacing(0)
        body = QHBoxLayout()
        body.setSpacing(0)
        self._pages = QStackedWidget()
        self.board = BoardView()
        self.board.set_options(TerrainOptions(deployment=True))
        self._pages.addWidget(self.board)
        self._pages.addWidget(self._make_waiting())
        body.addWidget(self._pages, 1)
        body.addWidget(Hairline(vertical=True))
        self._side = self._make_side()
        body.addWidget(self._side)
        outer.addLayout(body, 1)
        outer.addWidget(Hairline())
        outer.addLayout(self._make_foot(folder))
        self._again = QTimer(self)
        self._again.setSingleShot(True)
        self._again.setInterval(AGAIN_MS)
        self._again.timeout.connect(self.read)
        theme().changed.connect(self._fit)
        self._fit()
        self.read()

    # ------------------------------------------------------------------ making

    def _make_waiting(self) -> QWidget:
        page = QWidget()
        column = QVBoxLayout(page)
        column.setContentsMargins(40, 40, 40, 40)
        column.setSpacing(12)
        column.addStretch(1)
        self._doing = TextLabel("", "card_title", "text", wrap=True)
        self._doing.setAlignment(Qt.AlignmentFlag.AlignHCenter)
        column.addWidget(self._doing)
        self.progress = QProgressBar()
        self.progress.setRange(0, 100)
        self.progress.setTextVisible(False)
        self.progress.setAccessibleName(self.tr("How much is done"))
        column.addWidget(self.progress)
        row = QHBoxLayout()
        row.addStretch(1)
        self.stop = BorderedButton(self.tr("Stop"), icon_name="stop")
        self.stop.setAutoDefault(False)
        self.stop.clicked.connect(self.call_off)
        row.addWidget(self.stop)
        row.addStretch(1)
        column.addLayout(row)
        column.addStretch(2)
        return page

    def _make_side(self) -> QWidget:
        side = QWidget()
        column = QVBoxLayout(side)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        area = UprightArea()
        page = QWidget()
        inner = QVBoxLayout(page)
        inner.setContentsMargins(14, 12, 14, 10)
        inner.setSpacing(8)
        inner.addWidget(SectionHead(self.tr("Inches per square")))
        self.square = Segmented(("1″", "1.5″", "2″", self.tr("Other")))
        self.square.set_label(self.tr("Inches per square"))
        self.square.chosen.connect(self._sized)
        inner.addWidget(self.square)
        self.other = DecimalField(0.1, 24, 2, 0.25, "″")
        self.other.setValue(1.25)
        self.other.setAccessibleName(self.tr("Inches per square, another number"))
        self.other.valueChanged.connect(lambda *_: self._again.start())
        self.other.hide()
        inner.addWidget(self.other)
        trouble = ProblemLine()
        self.other.refused.connect(trouble.say)
        inner.addWidget(trouble)
        self._size = TextLabel("", "small", "text2", wrap=True)
        inner.addWidget(self._size)
        inner.addWidget(SectionHead(self.tr("Walls and doors")))
        self.structure = QComboBox()
        self.structure.setAccessibleName(self.tr("What the walls belong to"))
        for key, name in (
            ("intact_building", self.tr("The walls of a building")),
            ("spacecraft", self.tr("The walls of a spacecraft")),
            ("ruin", self.tr("The walls of a ruin")),
        ):
            self.structure.addItem(name, key)
        self.structure.currentIndexChanged.connect(lambda *_: self._again.start())
        inner.addWidget(self.structure)
        self.edge = QCheckBox(self.tr("The picture’s edge is a wall"))
        self.edge.setToolTip(self.tr("Closes rooms at the edge of a map that runs on beyond it."))
        self.edge.setChecked(True)
        self.edge.toggled.connect(lambda *_: self._again.start())
        inner.addWidget(self.edge)
        inner.addLayout(self._make_portals())
        inner.addStretch(1)
        area.setWidget(page)
        column.addWidget(area, 5)
        column.addWidget(Hairline())
        self._notes_head = SectionHead(self.tr("What became of it"))
        self._notes_head.setContentsMargins(14, 10, 14, 4)
        column.addWidget(self._notes_head)
        self.notes = NoteList(self.board)
        column.addWidget(self.notes, 4)
        return side

    def _make_portals(self) -> QGridLayout:
        grid = QGridLayout()
        grid.setHorizontalSpacing(8)
        grid.setVerticalSpacing(6)
        grid.setColumnStretch(1, 1)
        self.turns: dict[PortalKind, QComboBox] = {}
        self._counts: dict[PortalKind, TextLabel] = {}
        become = (
            ("window", self.tr("are windows")),
            ("door", self.tr("are doors")),
            ("opening", self.tr("are openings")),
        )
        for row, kind in enumerate(PORTALS):
            label = TextLabel("", "body", "text")
            box = QComboBox()
            box.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
            for key, name in become:
                box.addItem(name, key)
            box.setCurrentIndex(row)
            box.currentIndexChanged.connect(lambda *_: self._again.start())
            grid.addWidget(label, row, 0)
            grid.addWidget(box, row, 1)
            self.turns[kind], self._counts[kind] = box, label
        self._count_portals(dict.fromkeys(PORTALS, 0))
        return grid

    def _make_foot(self, folder: Path | None) -> QVBoxLayout:
        from wolfling_gui.ui.opening import maps_dir

        foot = QVBoxLayout()
        foot.setContentsMargins(20, 10, 20, 12)
        foot.setSpacing(8)
        self._problem = ProblemLine()
        foot.addWidget(self._problem)
        row = QHBoxLayout()
        row.setSpacing(8)
        row.addWidget(TextLabel(self.tr("Save as"), "body", "text2"))
        self.out = QLineEdit(str((folder or maps_dir()) / f"{self._source.stem}.yaml"))
        self.out.setAccessibleName(self.tr("File of the scenario"))
        self.out.setCursorPosition(len(self.out.text()))
        row.addWidget(self.out, 1)
        change = BorderedButton(self.tr("Change…"), icon_name="open_file")
        change.setAutoDefault(False)
        change.clicked.connect(self._choose_out)
        row.addWidget(change)
        cancel = FlatButton(self.tr("Not now"), "Esc")
        cancel.setAutoDefault(False)
        cancel.clicked.connect(self.reject)
        row.addWidget(cancel)
        self.save = BorderedButton(self.tr("Save"), icon_name="save")
        self.save.setAutoDefault(False)
        self.save.clicked.connect(lambda *_: self.keep(begin=False))
        row.addWidget(self.save)
        self.begin = MainButton(self.tr("New battle on this map"), "Return")
        self.begin.setDefault(True)
        self.begin.clicked.connect(lambda *_: self.keep(begin=True))
        row.addWidget(self.begin)
        foot.addLayout(row)
        return foot

    def _fit(self) -> None:
        self._side.setFixedWidth(theme().px(WIDE))
        self.notes.size_notes()
        fit(self, QSize(660, 440), QSize(1100, 670))

    def showEvent(self, event: QShowEvent) -> None:
        """Show the whole map."""
        super().showEvent(event)
        self.board.fit()

    def closeEvent(self, event: QCloseEvent) -> None:
        """Stop what is being read."""
        self._drop_job()
        super().closeEvent(event)

    def done(self, result: int) -> None:
        """Stop what is being read when the dialog ends."""
        self._drop_job()
        super().done(result)

    # ------------------------------------------------------------------ reading

    def options(self) -> ImportOptions:
        """Return the options as they are chosen."""
        from wolfling_gui.files.formats.imported import ImportOptions

        number = self.square.current()
        inches = SIZES[number] if 0 <= number < OTHER else self.other.value()
        turn: dict[PortalKind, PortalKind] = {
            kind: box.currentData() for kind, box in self.turns.items() if box.currentData() != kind
        }
        kind: StructureKind = self.structure.currentData()
        return ImportOptions(
            inches_per_square=inches,
            picture_edge_is_wall=self.edge.isChecked(),
            turn=turn,
            structure_kind=kind,
        )

    def read(self) -> None:
        """Read the map with the options chosen, beside the window."""
        self._again.stop()
        source, options = self._source, self.options()

        def work(told: Callable[[float], None]) -> object:
            from wolfling_gui.files.formats.importing import load_map, to_scenario
            from wolfling_gui.ui.opening import picture_in

            imported = load_map(source, options, told)
            name = "map" if imported.picture else ""
            scenario = to_scenario(imported, source.stem, options.structure_kind, name)
            told(0.95)
            shown = picture_in(imported.picture, imported.picture_type.upper())
            told(1.0)
            return options, imported, scenario, shown

        self._begin_job(self.tr("Reading %1 …").replace("%1", source.name, 1), work, self._take)

    def _begin_job(
        self, words: str, work: Callable[[Callable[[float], None]], object], then: Callable[[object], None]
    ) -> None:
        self._drop_job()
        self._problem.say("")
        self._doing.setText(words)
        self.progress.setValue(0)
        self._pages.setCurrentIndex(1)
        self._allow(False)
        job = Job(work)
        job.progressed.connect(self._show_progress)
        job.done.connect(then)
        job.failed.connect(self._fail)
        self._job = job
        job.begin()

    def _show_progress(self, share: float) -> None:
        self.progress.setValue(round(share * 100))

    def _drop_job(self) -> None:
        job, self._job = self._job, None
        if job is not None:
            job.call_off()

    @property
    def reading(self) -> bool:
        """Tell whether work is under way."""
        return self._job is not None

    def call_off(self) -> None:
        """Stop reading; what was read before stays."""
        self._drop_job()
        self._pages.setCurrentIndex(0)
        self._allow(self._imported is not None)
        if self._imported is None:
            self._problem.say(self.tr("Reading was stopped. Change an option to read again."))

    def _fail(self, error: object) -> None:
        self._job = None
        self._pages.setCurrentIndex(0)
        self._imported = self._scenario = None
        self._allow(False)
        self._problem.say(str(error))

    def _take(self, result: object) -> None:
        from wolfling_gui.ui.opening import bare_battle

        self._job = None
        assert isinstance(result, tuple)
        self._read_with, self._imported, self._scenario, (picture, trouble) = result
        imported, scenario = self._imported, self._scenario
        assert imported is not None
        assert scenario is not None
        self._pages.setCurrentIndex(0)
        self._allow(True)
        self.board.set_overlays(())
        self.board.sync(bare_battle(scenario))
        self.board.set_backdrop(picture)
        self.board.fit()
        self._size.setText(self._size_words(imported))
        counts = dict.fromkeys(PORTALS, 0)
        back = {new: old for old, new in self._read_with.turn.items()} if self._read_with else {}
        for portal in imported.portals:
            counts[back.get(portal.kind, portal.kind)] += 1
        if not (self._read_with and self._read_with.turn):
            self._count_portals(counts)
        self.notes.show_notes(imported, scenario, trouble)

    def _size_words(self, imported: ImportedMap) -> str:
        table = imported.table
        text = self.tr("The table is %1″ × %2″.")
        text = text.replace("%1", f"{table.width / 2540:g}", 1).replace("%2", f"{table.height / 2540:g}", 1)
        narrow = imported.count("narrow_doors")
        if narrow:
            said = self.tr("%1 Some doors are too narrow for bases over 25 mm: take 1.5″ or 2″.")
            text = said.replace("%1", text, 1)
        return text

    def _count_portals(self, counts: dict[PortalKind, int]) -> None:
        names = {
            "window": self.tr("Narrow gaps: %1"),
            "door": self.tr("Shut gaps: %1"),
            "opening": self.tr("Open gaps: %1"),
        }
        for kind, label in self._counts.items():
            text = names[kind].replace("%1", str(counts[kind]), 1)
            label.setText(text)
            self.turns[kind].setAccessibleName(text)

    def _sized(self, number: int) -> None:
        self.other.setVisible(number == OTHER)
        self._again.start()

    # ------------------------------------------------------------------ keeping

    def _choose_out(self) -> None:
        name, _ = QFileDialog.getSaveFileName(
            self, self.tr("Save the scenario as"), self.out.text(), self.tr("Scenarios (*.yaml)")
        )
        if name:
            self.out.setText(name)

    def keep(self, *, begin: bool) -> None:
        """Write the scenario and its picture, each in one step, then go on."""
        imported, options, source = self._imported, self._read_with, self._source
        scenario = self._scenario
        if imported is None or options is None or self._again.isActive():
            return
        text = self.out.text().strip()
        if not text:
            self._problem.say(self.tr("Say where the scenario is to be saved."))
            return
        out = Path(text).expanduser()
        out = out if out.suffix in (".yaml", ".yml") else out.with_name(f"{out.name}.yaml")

        def work(told: Callable[[float], None]) -> object:
            from wolfling_gui.files.formats.importing import keep_map

            out.parent.mkdir(parents=True, exist_ok=True)
            told(0.1)
            keep_map(imported, source, out, options, scenario)
            return out

        def then(result: object) -> None:
            self._job = None
            self._pages.setCurrentIndex(0)
            self.kept.emit(result, begin)
            self.accept()

        self._begin_job(self.tr("Saving %1 …").replace("%1", out.name, 1), work, then)

    def _allow(self, able: bool) -> None:
        why = "" if able else self.tr("The map is not read yet.")
        for button in (self.save, self.begin):
            button.setEnabled(able)
        self.save.setToolTip(why or self.tr("Writes the scenario and its picture."))
        self.begin.setToolTip(why or self.tr("Writes both, then asks for sides, forces and length."))
