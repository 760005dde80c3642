"""Which few, small changes of the rules make a scenario as hard as wanted? The search, ordered by the cost of a change.

First every rule alone: the ends of what it may be, the middles and the smallest steps, then bisection to where it meets
the target. Then sets of two, then of three: half of the proposals are the cheapest sets whose single effects add up to
the target, half are Optuna's (`analysis.proposals`). A set that costs more than a smaller one that is on target already
is not played. What is found is confirmed on fresh seeds (`analysis.tuned`).

Proposals are made in batches of a fixed number and told in order, so the result is a function of the question: of
neither the number of workers nor of interruptions.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from analysis.additive import fit
from analysis.arms import Base, Report
from analysis.changes import NOTHING, Changes, Knob, Space
from analysis.designed import DESIGN, MOST_DESIGNED, designed, play_designed
from analysis.logbook import Effort, Logbook
from analysis.proposals import Advisor, Guess, Model, measure, spread_out, useful_rules
from analysis.shortlist import Shortlist
from analysis.singles import agree, candidates, first_values, largest_common, partners
from analysis.stepping import Steps
from analysis.targets import SOLID, Target
from analysis.tries import ArmPlayer, Memory, Try
from analysis.tuned import Stage, TuneResult, Way, confirmation_seed, unsure

#: Single changes played in step.
BATCH_OF_SINGLES = 16

#: Parts of the way to the target that are shown, too.
WAYPOINTS = (0.25, 0.5, 0.75)

#: Proposals Optuna is asked for to fill one batch; many are known already, or too large to matter.
MOST_ASKED = 24

#: Sets that were played around which others are looked for.
ANCHORS = 4

#: Up to so many changes a set is looked for that is smaller than one on target with fewer changes.
MOST_SMALLER = 3

#: Share of the tolerance that one more change has to bring for still more to be tried.
STALLED = 0.05

#: Most changes of a set, in words.
NUMBERS = {2: "two", 3: "three", 4: "four", 5: "five", 6: "six", 7: "seven", 8: "eight"}

#: Sets of so many changes that are played where more changes are needed.
FEW = 2

AS_IT_IS, ONE = "the game as it is", "one change"


def tune(
    base: Base,
    policy: str,
    space: Space,
    target: Target,
    effort: Effort,
    memory: Memory[Any] | None = None,
    progress: Report | None = None,
) -> TuneResult[Any]:
    """Find the fewest and smallest changes that bring scenarios to a target.

    Parameters
    ----------
    base : Base
        Game, seed, house rules in force, workers.
    policy : str
        Who plays.
    space : Space
        What may be changed, in which scenarios, and its cost; see `analysis.changes.search_space`.
    target : Target
        What is wanted.
    effort : Effort
        How hard to search.
    memory : Memory, optional
        What need not be played again.
    progress : callable, optional
        Told how far the search is.
    """
    memory = memory or Memory(type(target.nothing()))
    tell = progress or (lambda step: None)
    player = ArmPlayer(base, policy, memory, target.count)
    player.warm(space.scenarios[0], tell)
    log = Logbook(space, target, player, base.seed, effort, tell)
    player.after = log.count
    try:
        return Search(log).run(policy)
    finally:
        memory.close()


class Search:
    """One search; see `tune`.

    Parameters
    ----------
    log : Logbook
        What is wanted, and what was played.
    """

    def __init__(self, log: Logbook) -> None:
        self.log, self.target = log, log.target
        self.space, self.habits = log.space, log.target.habits
        self.stages: list[Stage] = []
        self.idle: tuple[str, ...] = ()
        self.twins: dict[str, str] = {}
        self.partners: list[Changes] = []

    @property
    def printed(self) -> Try:
        """The game as it is."""
        return self.log.tries[NOTHING]

    # --- the whole ---

    def run(self, policy: str) -> TuneResult[Any]:
        """Search and confirm."""
        log = self.log
        fresh = confirmation_seed(log.seed)
        log.begin(AS_IT_IS, 1)
        log.evaluate([NOTHING], AS_IT_IS, float("inf"))
        as_it_is = log.confirm([self.printed], fresh, f"{AS_IT_IS}, on fresh seeds")[0]
        ways: list[Way] = []
        if not (as_it_is.on_target or (self.habits.longer and unsure(as_it_is, self.target))):
            self._singles()
            for number in range(2, log.effort.changes + 1):
                self._sets_of(number)
            told = [one for one in log.tries.values() if not any(name in self.twins for name, _ in one.changes)]
            shortlist = Shortlist(log.space, self.target, told, SOLID)
            ways = shortlist.confirmed(as_it_is, lambda tries: log.confirm(tries, fresh))
        return TuneResult(
            space=log.space,
            target=self.target,
            policy=policy,
            printed=as_it_is,
            ways=tuple(ways),
            answer=next((place for place, way in enumerate(ways) if way.on_target), None),
            stages=tuple(self.stages),
            points=tuple(one for one in log.tries.values() if one.looks),
            idle=self.idle,
            twins=self.twins,
            seed=log.seed,
            confirm_seed=fresh,
            games=sum(games for _, games in log.blocks),
            confirm_games=log.confirm_games,
            changes=log.effort.changes,
            stopped=log.ended,
            played=log.spent() + log.confirmed,
        )

    def _end(self, stage: str, end: str) -> None:
        """Note how a part of the search ended."""
        tries = [one for one in self.log.tries.values() if one.stage == stage]
        played = [one for one in tries if one.looks]
        games = sum(tally.games for one in played for tally in one.tallies.values())
        dropped = sum(one.state == "dropped" for one in played)
        impossible = len(tries) - len(played)
        self.stages.append(Stage(stage, len(played), dropped, impossible, games, self.log.ended or end))

    # --- one change ---

    def _singles(self) -> None:
        stage = ONE
        first = {name: first_values(knob, self.habits.ends) for name, knob in self.space.knobs.items()}
        waiting = [((name, value),) for name, values in first.items() for value in values]
        self.log.begin(stage, len(waiting))
        self._batches(waiting, stage, lambda: self.target.tolerance, self.log.blocks[:1] if self.habits.ends else None)
        self._set_aside()
        if self.habits.ends:
            for one in self.log.tries.values():
                one.state = "dropped" if one.number and one.state == "played" else one.state
            if self._design():
                return
            self._play_on()
        while not self.log.ended:
            meeting = [found for knob in self.space.knobs.values() for found in self._between(knob)]
            if not meeting:
                break
            self.log.planned += len(meeting)
            self._batches(meeting, stage, self.log.limit)
        self._on_the_way()
        if not self.habits.ends:
            self._play_on()
        self.log.look_longer(1)
        self._end(stage, "every rule was tried")

    def _design(self) -> bool:
        """Play all rules at once, if few may be changed and more than two of them have to be; return whether."""
        fitting = bool(self.habits.designed) and FEW < len(self.space.knobs) <= MOST_DESIGNED
        if not fitting or self.log.effort.changes <= FEW or self.log.ended:
            return False
        if not self._leaps(FEW, self._model().guesses(FEW, list(self.space.knobs), {})):
            return False
        self._end(ONE, "more changes are needed")
        sets = designed(list(self.space.knobs.values()), self.habits.designed, self.log.seed)
        play_designed(self.log, [one for one in sets if self._possible(one)])
        self._end(DESIGN, "their effects are known")
        return True

    def _play_on(self) -> None:
        """Play on the single changes that were dropped but came nearest."""
        dropped = [one for one in self.log.tries.values() if one.number == 1 and one.state == "dropped"]
        nearest = sorted((one for one in dropped if one.changes[0][0] in self.space.knobs), key=self.log.distance)
        self.log.planned += self.habits.played_on
        self._batches([one.changes for one in nearest[: self.habits.played_on]], ONE, self.log.limit)

    def _on_the_way(self) -> None:
        """Try the cheapest single changes that should go a quarter, a half and three quarters of the way."""
        model = self._model()
        start = self.log.distance(self.printed)
        found = [one for part in WAYPOINTS for one in model.cheapest_within(start * (1 - part), self.habits.rivals)]
        sets = [changes for changes in dict.fromkeys(found) if changes not in self.log.tries]
        self.log.planned += len(sets)
        self._batches(sets, ONE, lambda: self.target.tolerance)

    def _model(self) -> Model:
        """Return what sets are predicted by."""
        if self.habits.fitted:
            effects = fit(self.space, self.target, self.printed, list(self.log.tries.values()))
        else:
            effects = measure(self.space, self.target, self.printed, self.log.singles)
        return Model(self.space, self.target, effects)

    def _batches(
        self,
        sets: Sequence[Changes],
        stage: str,
        limit: Callable[[], float],
        blocks: Sequence[tuple[int, int]] | None = None,
    ) -> None:
        for start in range(0, len(sets), BATCH_OF_SINGLES):
            if self.log.ended:
                return
            self.log.evaluate(sets[start : start + BATCH_OF_SINGLES], stage, limit(), blocks)

    def _set_aside(self) -> None:
        """Take rules that change nothing, and those that do what another does, out of the search."""
        printed = self.printed.marks
        played = {name: {v: one for v, one in tries.items() if one.looks} for name, tries in self.log.singles.items()}
        self.partners = partners(self.space, self.log.singles, self._possible)
        helping = {name for pair in self.partners for name, _ in pair}
        self.idle = tuple(
            name
            for name, tries in played.items()
            if tries and name not in helping and all(one.marks == printed for one in tries.values())
        )
        busy = self.space.without(self.idle)
        for name, other in candidates(busy, self.log.singles):
            if self.log.ended:
                break
            if name not in self.twins and other not in self.twins and self._same(name, other):
                self.twins[name] = other
        self.space = busy.without(list(self.twins))

    def _possible(self, changes: Changes) -> bool:
        return all(self.log.player.possible(name, changes) for name in self.target.scenarios)

    def _same(self, name: str, other: str) -> bool:
        """Play the largest steps two rules have in common; return whether they give the same games, and others."""
        knobs = [self.space.knobs[one] for one in (name, other)]
        sets = [((knob.name, value),) for knob, value in largest_common(*knobs)]
        self.log.evaluate([one for one in sets if one not in self.log.tries], ONE, self.target.tolerance)
        return agree(knobs, self.log.singles, but_not=self.printed.marks)

    def _between(self, knob: Knob) -> list[Changes]:
        """Return what to try next of a rule that may meet the target between two values tried."""
        tries = self.log.singles.get(knob.name, {})
        tried = {value: one for value, one in tries.items() if one.looks}
        found = self.target.next_values(knob, tried, self.printed, tries.keys() - tried.keys())
        return [((knob.name, value),) for value in found]

    # --- several changes ---

    def _sets_of(self, number: int) -> None:
        stage = f"{NUMBERS[number]} changes"
        if self.log.ended or len(self.space.knobs) < number:
            self._end(stage, f"fewer than {stage} are possible")
            return
        self.log.begin(stage, self._most(number))
        steps = sorted(min(knob.size(value) for value in knob.values) for knob in self.space.knobs.values())
        if number > MOST_SMALLER and self.log.smallest(number - 1) < float("inf"):
            self._end(stage, "fewer changes are enough")
            return
        enough = self._nearest(number - 2) - STALLED * self.target.tolerance
        if number > MOST_SMALLER and not self.habits.leaping and self._nearest(number - 1) > enough:
            self._end(stage, "the last change more brought nothing")
            return
        if self.log.pointless(number, sum(steps[:number])):
            self._end(stage, "no such set is smaller than one found already")
            return
        if number == 2:
            small = [pair for pair in self.partners if not self.log.pointless(2, self.log.space.size(pair))]
            self._batches(small, stage, lambda: self.target.tolerance)
        model = self._model()
        advisor = None
        if self.habits.from_model < self.habits.batch:
            # Optuna proposes among changes small enough to matter.
            advisor = Advisor(self.space.up_to(self.log.smallest(number)), number, self.log.seed + number)
        for one in self.log.tries.values():
            if one.looks:
                if advisor is not None:
                    advisor.tell_of(one, self._worth(one))
                inside = {name for name, _ in one.changes} <= set(self.space.knobs)
                if one.number > 1 and inside and not self.habits.fitted:
                    model.learn(one)
        self._end(stage, self._generations(stage, number, model, advisor))

    def _nearest(self, number: int) -> float:
        """Return the smallest distance of a set of so many changes that was played to the end."""
        tries = [one for one in self.log.tries.values() if one.number == number and one.looks and one.state == "played"]
        return min(map(self.log.distance, tries), default=float("inf"))

    def _most(self, number: int) -> int:
        """Return how many sets of so many changes are played at most."""
        return self.habits.of_two if number == 2 else self.habits.of_three

    def _worth(self, one: Try) -> float:
        return self.log.worth(one, SOLID * self.target.tolerance)

    def _generations(self, stage: str, number: int, model: Model, advisor: Advisor | None) -> str:
        """Propose and play until nothing better comes; return why it ended."""
        rules: Sequence[str] = list(self.space.knobs)
        if 2 < number < self.habits.climbing:
            useful = useful_rules(model.guesses(2, rules, {}))
            rules = [name for name in rules if name in useful]
        best, quiet, played = float("inf"), 0, 0
        while not self.log.ended:
            smallest = self.log.smallest(number)
            guesses = self._guesses(model, number, rules, smallest)
            leaps = self._leaps(number, guesses)
            if leaps and any(one.name == DESIGN for one in self.stages):
                return "more changes are needed"  # by what was learnt of all rules at once
            asked = self._asked(advisor, number, guesses[:FEW] if leaps else guesses)
            if not asked:
                return "every other set is larger than one found already"
            tries = self.log.evaluate([changes for changes, _ in asked], stage, self.log.limit())
            for one, (_, trial) in zip(tries, asked, strict=True):
                worth = self._worth(one) if one.looks else None
                if advisor is not None and trial is not None:
                    advisor.tell(trial, worth)
                elif advisor is not None and worth is not None:
                    advisor.tell_of(one, worth)
                if one.looks and one.number > 1 and not self.habits.fitted:
                    model.learn(one)
            if self.habits.fitted:
                model = self._model()
            self.log.look_longer(number)
            played += len(tries)
            better = min((self._worth(one) for one in tries if one.looks and one.number == number), default=best)
            quiet = 0 if better < best - 1e-9 else quiet + 1
            best = min(best, better)
            if leaps:
                return "more changes are needed"
            if quiet >= self.habits.patience:
                return "nothing better came any more"
            if played >= self._most(number):
                return f"{self._most(number)} sets were tried"
        return ""

    def _leaps(self, number: int, guesses: Sequence[Guess]) -> bool:
        """Return whether so few changes are predicted to miss the target, and more may be tried."""
        beyond = (1 + self.habits.leaping) * self.target.tolerance
        more = number < min(self.log.effort.changes, len(self.space.knobs))
        return bool(self.habits.leaping and more and all(guess.distance > beyond for guess in guesses))

    def _guesses(self, model: Model, number: int, rules: Sequence[str], smallest: float) -> list[Guess]:
        """Return the sets that the model proposes, smaller than one on target."""

        def chosen(guesses: Sequence[Guess], count: int) -> list[Guess]:
            smaller = [one for one in guesses if one.size < smallest - 1e-9]
            return spread_out(smaller, count, self._possible)

        most, known = self.habits.from_model, self.log.tries
        if number < self.habits.climbing:
            return chosen(model.guesses(number, rules, known), most)
        steps = Steps(model)
        names = set(self.space.knobs)
        near = [one for one in known.values() if one.looks and number - 1 <= one.number <= number]
        near = sorted((one for one in near if {name for name, _ in one.changes} <= names), key=self._worth)[:ANCHORS]
        around = chosen(steps.around(near, number, known), most // 2)
        known = {**known, **{guess.changes: self.printed for guess in around}}
        return [*around, *chosen(steps.climbing(number, known), most - len(around))]

    def _asked(self, advisor: Advisor | None, number: int, guesses: Sequence[Guess]) -> list[tuple[Changes, Any]]:
        """Return a batch of sets that are worth playing: the model's, filled up with Optuna's, each with its trial."""
        batch: dict[Changes, Any] = {guess.changes: None for guess in guesses}
        for _ in range(MOST_ASKED):
            if advisor is None or len(batch) >= self.habits.batch:
                break
            trial, changes = advisor.ask()
            known = self.log.tries.get(changes)
            pointless = self.log.pointless(number, self.space.size(changes))
            if known is not None:
                advisor.tell(trial, self._worth(known) if known.looks else None)
            elif changes in batch or pointless or not self._possible(changes):
                advisor.tell(trial, None)
            else:
                batch[changes] = trial
        return list(batch.items())
