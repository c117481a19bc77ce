"""Play a whole battle at the window: a mind that only looks, and hands that do all by mouse or by keys."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import pairwise

from tests.bot import Bot, place_of, stopped_at_door
from tests.ui.hands import Hands, answer_all, first_or_no
from wolfling_gui.core.actions import Action, Charge, OperateDoor, RollAllowance, Shoot
from wolfling_gui.core.battle import Battle
from wolfling_gui.core.forces import Unit
from wolfling_gui.core.lengths import Point, along, distance, inches
from wolfling_gui.core.requests import Choose, Confirm
from wolfling_gui.core.verdict import Permit
from wolfling_gui.rules.classic.charging import may_declare
from wolfling_gui.rules.findings import forbids
from wolfling_gui.rules.guide_assault import near
from wolfling_gui.rules.offers import Offer
from wolfling_gui.ui import words

PARTS = (1.0, 0.7, 0.4)
"""How much of its way a unit tries to walk, the most first."""
LEAST = inches(1)
HUNT = inches(15)
"""Enemies on foot no farther away than this are gone for."""
SPRING = inches(6)
"""Who has an enemy this near holds its fire, to assault it."""
INTO, SHORT = inches("0.3"), inches("0.15")
APART = inches("2.4")
"""How far from the middle of an enemy's base a move towards it ends."""


class Mind(Bot):
    """Assault whomever can be reached; one side goes for enemies that are near, the other fires at them."""

    hunters = "blue"

    def goal(self, battle: Battle, unit: Unit) -> Point | None:
        """Return where the nearest enemy within reach of a hunt stands, else the objective to go to."""
        here = battle.standing(unit.id)
        foe = self.foe(battle, unit) if unit.side == self.hunters else None
        if foe is not None and distance(foe, place_of(here[0])) <= HUNT and self.route(battle, here[0], foe):
            return foe
        return super().goal(battle, unit)

    def foe(self, battle: Battle, unit: Unit) -> Point | None:
        """Return where the enemy model nearest to a unit stands."""
        here = battle.standing(unit.id)
        foes = [m for u in battle.units.values() if u.side != unit.side for m in battle.standing(u.id)]
        if not here or not foes:
            return None
        return place_of(min(foes, key=lambda m: distance(place_of(m), place_of(here[0]))))

    def shots(self, battle: Battle, unit: Unit) -> Iterator[Action]:
        """Yield a unit's fire, unless it hunts and is about to assault."""
        foe = self.foe(battle, unit)
        if (
            foe is None
            or unit.side != self.hunters
            or min(distance(place_of(m), foe) for m in battle.standing(unit.id)) > SPRING
        ):
            yield from super().shots(battle, unit)

    def charges(self, battle: Battle, unit: Unit) -> Iterator[Action]:
        """Yield a unit's assaults on whomever it reaches, the nearest first, and the roll for them."""
        if forbids(may_declare(self.rules, battle, unit)):
            return
        for target in near(self.rules, battle, unit):
            action = Charge(unit.id, target)
            verdict = self.session.propose(action)
            if any(f.says == "assault.roll_terrain_first" for f in verdict.findings):
                yield RollAllowance(unit.id, "assault")
            if isinstance(verdict, Permit) and verdict.plan.reached:
                yield action


class Sitting:
    """Sit at the window and play both sides to the score.

    `orders` sends units to objectives. Whatever is done must change the battle or what is asked; where the
    window offers nothing more, the test fails with what the guide says.
    """

    def __init__(self, hands: Hands, orders: dict[str, str] | None = None) -> None:
        self.hands = hands
        self.player = hands.player
        self.orders = orders
        self._tried: set[tuple[int, str, str, str]] = set()

    @property
    def battle(self) -> Battle:
        """Return the battle as it stands."""
        battle: Battle = self.player.desk.battle
        return battle

    @property
    def mind(self) -> Mind:
        """Return who decides what is worth doing."""
        return Mind(self.player.desk.session, self.orders)

    def play(self, until: Callable[[Battle], bool] = lambda battle: False, most: int = 300) -> None:
        """Play until the battle is over, or until what is given comes true between two actions."""
        for _ in range(most):
            answer_all(self.hands, self._pick)
            if self.battle.clock.over or until(self.battle):
                return
            self.do_next()
        raise AssertionError(f"no end: {self.battle.clock}, {self.player.main()!r}")

    def do_next(self) -> None:
        """Do what makes sense for one unit, else go on with the main button or the first offer."""
        clock = self.battle.clock
        for unit in self.battle.units_of(clock.side):
            key = (clock.turn, clock.side, clock.step, unit.id)
            if key in self._tried or not self.battle.standing(unit.id):
                continue
            self._tried.add(key)
            if self._act(unit):
                return
        self._go_on()

    def _act(self, unit: Unit) -> bool:
        """Do what a unit can do in this step; tells whether anything was done."""
        match self.battle.clock.step:
            case "movement":
                return self._move(unit)
            case "shooting":
                return self._all(unit, self.mind.shots)
            case "assault":
                return self._all(unit, self.mind.charges)
        return False

    def _go_on(self) -> None:
        """Press the main button; where it leads nowhere, take the first thing that the guide offers."""
        player, before = self.player, self._state()
        if player.main() and player.guide.main.isEnabled():
            self.hands.go_on()
        else:
            allowed = [o for o in self._offers() if o.allowed]
            assert allowed, f"nothing can be done: {self.battle.clock}, {player.main()!r}"
            self._take_offer(allowed[0])
        assert self._state() != before, f"nothing happens: {self.battle.clock}, {player.main()!r}"

    def _state(self) -> tuple[object, ...]:
        """Return what a step must change: the battle, the question, the plan, or who is in hand."""
        desk = self.player.desk
        return (self.battle, desk.request, desk.draft, desk.unit, desk.target, desk.refusal)

    # ------------------------------------------------------------------ what the guide offers

    def _offers(self) -> Iterator[Offer]:
        guide = self.player.desk.guide()
        assert guide is not None
        for offer in (guide.main, *guide.offers, *guide.also):
            if offer is not None:
                yield offer

    def _take_offer(self, offer: Offer) -> None:
        said = words.offer(self.battle, offer)
        assert self.hands.offered(said), f"the window does not show {said!r}"

    def _offered(self, wanted: Callable[[Action], bool]) -> bool:
        """Take the first offer of a wanted action; tells whether there was one."""
        for offer in self._offers():
            if offer.action is not None and offer.allowed and wanted(offer.action):
                self._take_offer(offer)
                answer_all(self.hands, self._pick)
                return True
        return False

    def _pick(self, request: Choose | Confirm) -> int:
        """Never stand and shoot, let the trapped be destroyed, and else take what is taken first."""
        if isinstance(request, Choose) and request.says == "choose.stand_and_shoot":
            return len(request.options)
        return 1 if request.says == "confirm.trapped" else first_or_no(request)

    # ------------------------------------------------------------------ firing and assaulting

    def _all(self, unit: Unit, wishes: Callable[[Battle, Unit], Iterator[Action]]) -> bool:
        """Do the first thing a unit wishes."""
        for action in wishes(self.battle, unit):
            self.hands.take(unit.id)
            match action:
                case Shoot(target=target):
                    self.hands.aim(target)
                    assert self.player.desk.target == target
                    self.hands.go_on()
                    answer_all(self.hands, self._pick)
                    assert self.battle.units[unit.id].has("shot"), self.player.main()
                case Charge():
                    self._charge(action)
                case RollAllowance():
                    assert self._offered(lambda one, wanted=action: one == wanted)
                    continue
            return True
        return False

    def _charge(self, action: Charge) -> None:
        """Aim at whom the unit assaults, and go on."""
        self.hands.aim(action.target)
        assert self.player.desk.target == action.target
        self.hands.go_on()
        answer_all(self.hands, self._pick)
        assert self.battle.units[action.unit].has("charged"), self.player.main()

    # ------------------------------------------------------------------ moving

    def _move(self, unit: Unit) -> bool:
        """Walk towards the unit's goal, and open the door in front of it."""
        mind, battle = self.mind, self.battle
        goal = mind.goal(battle, unit)
        if goal is None or unit.id in battle.clock.closed or unit.has("falling_back"):
            return False
        foe = mind.foe(battle, unit)
        lead = min(battle.standing(unit.id), key=lambda m: distance(place_of(m), goal))
        moved = False
        for part in PARTS:
            route = mind.route(battle, lead, goal)
            if len(route) < 2:
                break
            whole = sum(distance(a, b) for a, b in pairwise(route)) - (APART if goal == foe else 0)
            walk = round(min(mind.left(battle, unit, lead), whole) * part)
            _, reach = stopped_at_door(battle, lead, route, walk)
            if reach < LEAST:
                break
            # A model carried a little into a shut door stands against it.
            spare = INTO if reach < walk else -SHORT
            if self._carry(unit, lead.id, along(route, reach + spare)):
                moved = True
                break
        return self._open_door(unit) or moved

    def _carry(self, unit: Unit, lead: str, to: Point) -> bool:
        """Carry the unit with its lead to a place and commit the move; puts it back where it is refused."""
        desk = self.player.desk
        self.hands.take(unit.id)
        self.hands.carry(lead, to)
        if desk.draft is None:
            return False
        if not desk.draft.allowed:
            assert self.player.main() == "Put back"
            self.hands.back()
            assert desk.draft is None
            return False
        self.hands.go_on()
        answer_all(self.hands, self._pick)
        assert desk.draft is None
        return True

    def _open_door(self, unit: Unit) -> bool:
        """Open a door that a model of the unit stands at."""
        if not self.battle.standing(unit.id) or self.battle.clock.step != "movement":
            return False
        self.hands.take(unit.id)
        return self._offered(lambda one: isinstance(one, OperateDoor) and one.to == "open")
