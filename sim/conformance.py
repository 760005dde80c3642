"""Does a policy keep the contract? Thousands of positions, in a process that can be killed, and a plain answer.

What is checked: it can be read and compiled; it answers with legal choices only, leaves table and rules alone, does not
crash and answers in time, in every scenario and with rules and weights at their bounds; and the same seed gives the
same games, in another order and in another process. Every finding says what, where, how to put it right, and the
command that shows it happen.
"""

from __future__ import annotations

import re
import time
from collections import Counter
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import numpy as np

from sim import children, policysource, registry, supervised
from sim.commands import is_campaign, replay_command
from sim.conformance_answer import UNSEEN, Answer, Check, Finding, remedy
from sim.conformance_games import careful, first_difference, lines, rule_sets, turn_of, without_compiler
from sim.errors import BadInput, ContractBroken, HouseEdgeError
from sim.policy import CAMPAIGN, Policy, Seat, decisions_of, load_declaration, parse_campaign_seat, parse_team

if TYPE_CHECKING:
    from sim.supervised import AnyPlan

#: Findings of one check after which it ends: more of the same help nobody.
MOST_FINDINGS = 3

#: Games of each scenario that are played again, and those whose decisions are counted by name.
AGAIN, COUNTED = 40, 2

#: Rule sets at their bounds, and games of each.
RULE_SETS, GAMES_OF_SET = 24, 20

#: Games of a policy that is not compiled, and of one that looks ahead: each takes as long as thousands of others.
GAMES_INTERPRETED, GAMES_LOOKING_AHEAD, FEW_RULE_SETS = 10, 2, 8

#: What is said of a game that never ends; nobody wants its trace.
ENDLESS = "answers without end"

#: Broken contracts that are the engine's, not the policy's.
ENGINE = ("the engine listed", "the engine asked")


def examine(
    game: registry.Game,
    policy: str,
    kind: str = "",
    games: int = 200,
    seed: int = 20,
    tell: Callable[[str], None] = lambda text: None,
) -> Answer:
    """Check a policy.

    Parameters
    ----------
    game : Game
        The game it plays.
    policy : str
        As ``--policy`` takes it; with weights after a colon.
    kind : str
        "campaign" for a policy that decides between the scenarios of a campaign.
    games : int
        Games of each scenario (of a campaign policy: campaigns). In the first 200 the table is compared before and
        after every decision.
    seed : int
        Of all games.
    tell : callable, optional
        Called with what is being done.

    Raises
    ------
    BadInput
        If there is no such policy, or its weights are mistyped; not for mistakes in its file, which are findings.
    """
    with careful():
        return _examine(game, policy, kind, games, seed, tell)


def _examine(game: registry.Game, policy: str, kind: str, games: int, seed: int, tell: Callable[[str], None]) -> Answer:
    suite = _Suite(game, policy, kind, games, Answer(game.name, policy, kind, seed), tell)
    declaration = suite.read(policy.partition(":")[0])
    if declaration is not None:
        suite.seat = parse_campaign_seat(game, policy) if kind == CAMPAIGN else parse_team(game, policy)[0]
        if suite.compile(declaration):
            suite.play_scenarios()
            suite.play_bounds(declaration)
            suite.play_again()
            suite.count(declaration)
    return suite.answer


class _Suite:
    """The checks of one policy, in order."""

    def __init__(
        self,
        game: registry.Game,
        policy: str,
        kind: str,
        games: int,
        answer: Answer,
        tell: Callable[[str], None],
    ) -> None:
        self.game, self.kind, self.games, self.answer, self.tell = game, kind, games, answer, tell
        self.seat = Seat(policy)
        self.unit = "campaign" if kind == CAMPAIGN else "game"
        self.sets, self.games_of_set = RULE_SETS, 1 if kind == CAMPAIGN else GAMES_OF_SET
        self.rows: dict[str, np.ndarray] = {}
        self.writes: list[policysource.Mistake] = []
        self.slow = False  # a policy that does not answer would be waited for in every scenario

    # --- without playing

    def read(self, name: str) -> Policy | None:
        """Read the file; what is wrong with it are findings."""
        if not name.endswith(".py") and name not in registry.policy_files(self.game, self.kind):
            load_declaration(self.game, name, self.kind)  # says that it does not exist
        with self._check("declared", "the file, the names of decisions and fields, the arguments"):
            try:
                declaration = load_declaration(self.game, name, self.kind)
            except BadInput as error:
                self._mistakes("declared", error)
                return None
            shared = sorted(
                set(declaration.own_weights) & set(declaration.parent.weights if declaration.parent else ())
            )
            if shared and not declaration.built_in:
                self.answer.notes.append(
                    f"{', '.join(shared)}: a weight of its parent has that name, so the parent's decisions read it too."
                )
            self.answer.notes += [f"{mistake}" for mistake in _remembers(declaration)]
            self.writes = _writes(declaration)
            for mistake in self.writes:
                self._add(Finding("declared", f"{mistake.file}:{mistake.line}: {mistake.what}", mistake.fix))
        return declaration

    def compile(self, declaration: Policy) -> bool:
        """Compile every decision, in a child process; return whether it can be played."""
        with self._check("compiles", "every decision compiles, and returns whole numbers") as check:
            plan = self.plan(None)
            if supervised.interpreted(plan):
                check.about = "it can be loaded; it is not compiled (jit=False), so far fewer games are played"
                self._play_few(GAMES_INTERPRETED)
            elif declaration.looks_ahead:
                check.about += "; it looks ahead, so far fewer games are played"
                self._play_few(GAMES_LOOKING_AHEAD)
            try:
                _supervised(plan).load()
            except BadInput as error:
                self._mistakes("compiles", error)
                return False
            except HouseEdgeError as error:
                self._add(Finding("compiles", str(error)))
                return False
        return True

    def _play_few(self, games: int) -> None:
        """Play fewer games, with a policy that takes thousands of times as long as others."""
        self.games = min(self.games, 1 if self.kind == CAMPAIGN else games)
        self.sets, self.games_of_set = FEW_RULE_SETS, 1

    # --- playing

    def plan(self, scenario: str | None, rules: dict[str, Any] | None = None, seat: Seat | None = None) -> AnyPlan:
        """Return what is played: the policy in every seat, or between the scenarios of a campaign."""
        from sim.block import Plan
        from sim.campaign import make_campaign_plan

        label, name, seed = (seat or self.seat).label, self.game.name, self.answer.seed
        if self.kind == CAMPAIGN:
            return make_campaign_plan(name, None, label, seed=seed, rules=rules)
        return Plan(name, registry.resolve(self.game, scenario, rules=rules), parse_team(self.game, label), seed)

    def play_scenarios(self) -> None:
        """Play every scenario; a campaign has them all in one."""
        each = f" of each {self.game.file.scenario_word}" if self.kind != CAMPAIGN else ""
        about = "legal choices only, the table left alone, no crash, answers in time"
        with self._check("plays", f"{about}: {_count(self.games, self.unit)}{each}") as check:
            for scenario in [None] if self.kind == CAMPAIGN else list(self.game.scenarios):
                if self._enough(check):
                    break
                self.tell(f"playing {scenario or 'campaigns'}")
                rows = self._play(check, self.plan(scenario), 0, self.games)
                if rows is not None:
                    self.rows[scenario or ""] = rows

    def play_bounds(self, declaration: Policy) -> None:
        """Play with rules, and then with the policy's own weights, at their bounds."""
        if any(check.failed for check in self.answer.checks[1:]):
            return  # the same again would be found
        about = (
            f"the same under {self.sets} sets of rules at their bounds, {_count(self.games_of_set, self.unit)} of each"
        )
        with self._check("rules", about) as check:
            self.tell("playing with rules at their bounds")
            for scenario, rules in rule_sets(self.game, self.answer.seed, self.sets, self.kind == CAMPAIGN):
                self._play(check, self.plan(scenario, rules), 0, self.games_of_set, rules)
        if declaration.own_weights:
            count = max(1, self.games_of_set // 2)
            about = f"the same with each of its own weights at its bounds, {_count(count, self.unit)} of each"
            with self._check("weights", about) as check:
                self.tell("playing with weights at their bounds")
                for name, weight in declaration.own_weights.items():
                    for value in weight.bounds:
                        seat = Seat(self.seat.policy, {**self.seat.weights, name: float(value)})
                        self._play(check, self.plan(None, seat=seat), 0, count)

    def play_again(self) -> None:
        """Play games again: in another order, and in another process."""
        games = min(AGAIN, self.games)
        about = (
            f"the same seed gives the same games, in another order and in another process: {_count(games, self.unit)}"
        )
        if not self.rows:
            return
        with self._check("again", about + (" of each again" if self.kind != CAMPAIGN else " again")) as check:
            self.tell("playing again")
            plans = {scenario: self.plan(scenario or None) for scenario in self.rows}
            for scenario in reversed(plans):
                for first, count in ((games // 2, games - games // 2), (0, games // 2)):
                    self._play_and_compare(check, plans[scenario], scenario, first, count, "after other games")
            children.release()
            for scenario in list(plans)[:2]:
                self._play_and_compare(check, plans[scenario], scenario, 0, games, "in another process")

    def count(self, declaration: Policy) -> None:
        """Count how often its own decisions are asked, in a few games of each scenario."""
        if self.answer.findings or not self.rows:
            return
        self.tell("counting decisions")
        counted: Counter[str] = Counter()
        for scenario in self.rows:
            for index in range(min(self.games, 1 if self.kind == CAMPAIGN else COUNTED)):
                told = lines(self.plan(scenario or None), index)
                counted.update(line["name"] for line in told if line["type"] == "decision")
        own = [name for name in decisions_of(self.game, declaration) if declaration.source(name)[0] is declaration]
        self.answer.asked = {name: counted[name] for name in own}
        never = [name for name in own if not counted[name]]
        if never and declaration.fallback is None:
            self.answer.notes.append(f"never asked in the games counted, so little was seen of it: {', '.join(never)}.")

    # --- details

    def _enough(self, check: Check) -> bool:
        """Return whether more games of a check would find the same again."""
        return self.slow or sum(finding.check == check.name for finding in self.answer.findings) >= MOST_FINDINGS

    def _play(
        self, check: Check, plan: AnyPlan, first: int, count: int, rules: dict[str, Any] | None = None
    ) -> np.ndarray | None:
        """Play games in a child; a broken contract is a finding and gives None."""
        if not count or self._enough(check):
            return None
        try:
            rows = _supervised(plan).play(first, count)
        except ContractBroken as error:
            check.games += max(0, error.game_index - first)
            if any(text in error.message for text in ENGINE):
                self.answer.notes.append(f"a fault of the game, not of the policy: {error.where}. {error.replay}")
            else:
                self._broken(check.name, plan, error, rules or {})
                self.slow = self.slow or "gave no answer" in error.message or ENDLESS in error.message
            return None
        check.games += count
        return rows

    def _broken(self, check: str, plan: AnyPlan, error: ContractBroken, rules: dict[str, Any]) -> None:
        passed_over = bool(re.search(UNSEEN, error.message)) and not supervised.interpreted(plan)
        fix = remedy(error.message, passed_over)
        seen = without_compiler(plan, error) if passed_over else ""
        if "wrote to the table" in error.message and self.writes:
            fix = f"Line {self.writes[0].line} {self.writes[0].what} {self.writes[0].fix}"
        decision = re.search(r"decision '(\w+)'", error.message)
        turn, last = ("", "") if ENDLESS in error.message else turn_of(plan, error.game_index)
        scenario = "" if is_campaign(plan) else plan.rules.scenario  # type: ignore[union-attr]
        index, replay = error.game_index, error.replay or replay_command(plan, error.game_index)
        if seen:
            replay = f"NUMBA_DISABLE_JIT=1 {replay}"
        asked = decision[1] if decision else last
        self._add(Finding(check, seen or error.message, fix, scenario, asked, turn, index, rules, replay))

    def _play_and_compare(self, check: Check, plan: AnyPlan, scenario: str, first: int, count: int, when: str) -> None:
        """Play games again and note the first that came out otherwise."""
        after = self._play(check, plan, first, count)
        if after is None:
            return
        before = self.rows[scenario][first : first + count]
        changed = [i for i in range(count) if before[i].tobytes() != after[i].tobytes()]
        if not changed:
            return
        index = first + changed[0]
        decision, turn = first_difference(plan, index)
        what = f"{self.unit} {index} of seed {self.answer.seed} went otherwise {when}"
        fix = (
            "An answer may depend on table, rules, choices, weights, memory and luck, and on nothing else: no random or"
            " numpy.random, no clock, no global that changes, no order of a set."
        )
        self._add(Finding("again", what, fix, scenario, decision, turn, index, {}, replay_command(plan, index)))

    def _mistakes(self, check: str, error: BadInput) -> None:
        for problem in error.problems:
            self._add(Finding(check, problem))

    def _add(self, finding: Finding) -> None:
        if finding not in self.answer.findings:
            self.answer.findings.append(finding)

    def _check(self, name: str, about: str) -> _Timed:
        self.answer.checks.append(Check(name, about))
        return _Timed(self.answer)


class _Timed:
    """Times the last check of an answer, and says whether it failed."""

    def __init__(self, answer: Answer) -> None:
        self.check, self.answer = answer.checks[-1], answer

    def __enter__(self) -> Check:
        self.started = time.perf_counter()
        return self.check

    def __exit__(self, *exception: object) -> None:
        self.check.seconds = time.perf_counter() - self.started
        self.check.failed = any(finding.check == self.check.name for finding in self.answer.findings)


def _count(number: int, unit: str) -> str:
    return f"{number:,} {unit}{'' if number == 1 else 's'}"


def _supervised(plan: AnyPlan) -> supervised.Supervised:
    """Return what plays a plan in a child, whoever wrote its policies."""
    from sim import campaign_run, worker

    digest = campaign_run.plan_digest(plan) if is_campaign(plan) else worker.plan_digest(plan)  # type: ignore[arg-type]
    return supervised.Supervised(plan, digest)


def _walk(declaration: Policy) -> policysource.Walk | None:
    if declaration.file is None or declaration.built_in:
        return None
    names = [function.__name__ for _, function in declaration.marked()]
    return policysource.Walk(declaration.file, policysource.source(declaration.file), names)


def _writes(declaration: Policy) -> list[policysource.Mistake]:
    """Return where the policy's own functions write to what they may only read."""
    walk = _walk(declaration)
    return policysource.writing(walk) if walk is not None else []


def _remembers(declaration: Policy) -> list[policysource.Mistake]:
    """Return where a policy in plain Python keeps something beyond the game."""
    walk = None if declaration.jit else _walk(declaration)
    return policysource.remembering(walk) if walk is not None else []
