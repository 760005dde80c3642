"""Results of a competitive game that were never played: every part of the page at once, the same every time."""

from __future__ import annotations

import numpy as np

from analysis.balance_result import (
    BalanceResult,
    BalanceStatement,
    Change,
    ChoiceBalance,
    ChoiceResult,
    Difference,
    Distribution,
    Gap,
    LuckParts,
    LuckShare,
    ModuleStep,
    Played,
    Scores,
    SeatBalance,
    SeatResult,
    StartSeat,
    StartWorth,
)
from analysis.balanced import Assumed, BalancedChange, BalancedResult, BalancedWay
from analysis.leader import Leader
from analysis.proportions import mean_estimate, wilson
from analysis.statements import Survival
from analysis.survival import Split
from analysis.tournament_result import Duel, Field, Pair, Standing, TournamentResult
from analysis.without_result import OneWithout, Priced, WithoutResult
from sim.registry import load_game

GAMES = 4000


class MadeUp:
    """Makes results of one game from a generator of its own."""

    def __init__(self, name="marbles", seed=7):
        self.game = load_game(name)
        self.random = np.random.default_rng(seed)
        self.assumed = [
            p.name for p in self.game.parameters.values() if p.source != "rulebook" and p.kind == "integer"
        ][-1]

    def estimate(self, middle, error):
        return mean_estimate(float(middle + self.random.normal(0, error)), error, GAMES)

    def players(self, scenario):
        return self.game.scenarios[scenario]["players"]

    def seats(self, scenario):
        return self.game.file.seats[: self.players(scenario)]

    # --- balance ---

    def gap(self, measure, means, margin, error):
        names = list(means)
        best, worst = max(names, key=means.get), min(names, key=means.get)
        pairs = tuple(
            Difference(a, b, mean_estimate(means[a] - means[b], error, GAMES))
            for i, a in enumerate(names)
            for b in names[i + 1 :]
        )
        size = mean_estimate(means[best] - means[worst], error, GAMES)
        verdict = "equal" if size.high < margin else "unequal" if size.low > 0 else "unknown"
        return Gap(measure, best, worst, size, margin, size.high, verdict, pairs)

    def seat_balance(self, scenario):
        n = self.players(scenario)
        found = [
            SeatResult(
                seat,
                self.estimate(60 - place, 0.3),
                self.estimate(1 - place, 0.2),
                self.estimate(1 / n + 0.03 * (0.5 - place / (n - 1)), 0.006),
                8 / n,
            )
            for place, seat in enumerate(self.seats(scenario))
        ]
        gaps = {
            "points": self.gap("points", {s.seat: s.ahead.estimate for s in found}, 1.0, 0.3),
            "victory": self.gap("victory", {s.seat: s.share.estimate for s in found}, 0.02, 0.009),
        }
        return SeatBalance(scenario, n, GAMES, tuple(found), gaps, wilson(90, GAMES), "ab" * 32, "0123abcd4567")

    def start(self, scenario):
        n = self.players(scenario)
        both = {"points": self.estimate(0.6, 0.1), "victory": self.estimate(0.01, 0.003)}
        seats = tuple(
            StartSeat(seat, 3 if place < 2 else 2, 8 if place == 0 else 0, both, both, both, both)
            for place, seat in enumerate(self.seats(scenario))
        )
        return StartWorth(scenario, n, GAMES, 8, both, seats)

    def choice(self, scenario):
        n, names = self.players(scenario), self.game.file.balance.choices
        found = [
            ChoiceResult(
                name,
                GAMES * n // len(names),
                self.estimate(60, 0.3),
                self.estimate(1 / n, 0.006),
                {"points": self.estimate(2 - place, 0.3), "victory": self.estimate(0.03 - 0.01 * place, 0.005)},
                self.estimate(1 / len(names), 0.01),
            )
            for place, name in enumerate(names)
        ]
        gaps = {
            m: self.gap(m, {c.name: c.ahead[m].estimate for c in found}, margin, error)
            for m, margin, error in (("points", 1.0, 0.4), ("victory", 0.02, 0.007))
        }
        word = self.game.file.balance.choice_word
        return ChoiceBalance(
            scenario, n, GAMES, word, tuple(found), gaps, (names[0], names[1]), (names[-1],), "cd" * 32
        )

    def step(self, scenario):
        before = self.game.scenarios[scenario]["after"]

        def change(name, label, unit, middle, more, error, margin):
            now = self.estimate(middle + more, error)
            old = self.estimate(middle, error)
            size = mean_estimate(more, error, GAMES)
            return Change(name, label, unit, old, now, size, "more" if size.low > 0 else "unknown", margin)

        changes = (
            change("points", "Points", "points", 60, 5, 0.3, 1),
            change("winner", "Points of the winner", "points", 70, 6, 0.3, 1),
            change("lead", "Lead of the winner", "points", 8, 0.2, 0.2, 1),
            change("shared", "Shared victories", "share", 0.02, 0.001, 0.002, 0.01),
            change("decisions", "Decisions asked", "decisions", 200, 20, 0.5, 5),
            change("luck", "Luck", "share", 0.4, 0.03, 0.02, 0.05),
        )
        return ModuleStep(scenario, before, self.players(scenario), GAMES, changes)

    def luck(self, scenario):
        parts = LuckParts(*(self.estimate(x, 0.01) for x in (0.3, 0.1, 0.01, 0.59)))
        policies = tuple(self.game.file.ladder)
        strengths = {name: self.estimate(50 + 5 * i, 0.4) for i, name in enumerate(policies)}
        both = {"points": parts, "victory": parts}
        return LuckShare(scenario, self.players(scenario), policies, 9, 400, both, strengths)

    def distribution(self, label, middle, spread):
        values = np.clip(np.round(self.random.normal(middle, spread, GAMES)), 0, None).astype(int)
        width = max(1, round(spread / 4))
        first = int(values.min()) // width * width
        counts = np.bincount((values - first) // width)
        q = {str(p): float(np.quantile(values, p)) for p in (0.05, 0.25, 0.5, 0.75, 0.95)}
        mean = mean_estimate(float(values.mean()), float(values.std() / 63), GAMES)
        return Distribution(label, "points", mean, float(values.std()), q, first, width, tuple(map(int, counts)))

    def score(self, scenario):
        n = self.players(scenario)
        return Scores(
            scenario,
            n,
            self.distribution("Points", 60, 14),
            self.distribution("Points of the winner", 66 + 3 * n, 10),
            self.distribution("Lead", 8, 5),
        )

    def statements(self):
        front, names = self.game.file.default_scenario, self.game.file.balance.choices
        split = Split(self.assumed, (1, 2), 8, 16, 15, 16, 0.004)
        seats = self.game.file.seats
        return (
            BalanceStatement("a", "seat", f"{seats[0]} has more points than {seats[1]}", front, tuple(seats[:2]), True,
                             Survival(23, 32, 4), split),
            BalanceStatement("b", "choice_best", f"{names[0]} is the best", front, (names[0],), True,
                             Survival(31, 32, 0)),
            BalanceStatement("c", "adds", "it adds points", front, (), True, Survival(32, 32, 0)),
            BalanceStatement("d", "start_helps", "starting helps", front, ()),
        )  # fmt: skip

    def balance(self, samples=32):
        every = tuple(sorted(self.game.scenarios, key=self.players))
        dealt = {self.game.scenarios[n].get("of", n) for n in every} & set(self.game.file.balance.choice_scenarios)
        fixed = {self.players(n): n for n in every}
        return BalanceResult(
            game=self.game,
            scenarios=every,
            policy=self.game.file.default_policy,
            seed=7,
            confidence=0.95,
            margins={"points": 1.0, "victory": 0.02},
            played=Played(GAMES, 400, samples, 200, 123_456),
            seats=tuple(self.seat_balance(name) for name in every),
            starts=tuple(self.start(name) for name in fixed.values()),
            choices=tuple(self.choice(n) for n in every if self.game.scenarios[n].get("of", n) in dealt),
            modules=tuple(self.step(n) for n in every if self.game.scenarios[n].get("after")),
            luck=tuple(self.luck(name) for name in every),
            scores=tuple(self.score(name) for name in every),
            statements=self.statements(),
            source_digest=self.game.digest(),
            policy_digests={self.game.file.default_policy: "0123456789abcdef"},
            adjustment={"method": "bonferroni", "comparisons": 12},
        )

    # --- policies ---

    def field(self, scenario):
        names, n = tuple(self.game.file.rungs), self.players(scenario)
        strong = {name: place for place, name in enumerate(names)}
        ranked = sorted(names, key=lambda name: -strong[name])
        duels = {}
        for a in names:
            for b in names:
                if a != b:
                    middle = min(0.97, max(0.02, 1 / n + 0.12 * (strong[a] - strong[b])))
                    by_seat = {seat: self.estimate(middle, 0.01) for seat in self.seats(scenario)}
                    duels[a, b] = Duel(a, b, self.estimate(middle, 0.006), self.estimate(60, 0.3),
                                       self.estimate(5, 0.3), by_seat, middle)  # fmt: skip
        pairs = {
            (a, b): Pair(a, b, self.estimate(-0.1, 0.01), (-0.12, -0.08), "second", "", self.estimate(12, 2))
            for i, a in enumerate(names)
            for b in names[i + 1 :]
        }
        standings = {
            name: Standing(name, rank, self.estimate(100 * strong[name] - 100, 12), self.estimate(0.4, 0.006),
                           self.estimate(60, 0.3), self.estimate(0.4, 0.01))
            for rank, name in enumerate(ranked, 1)
        }  # fmt: skip
        order = tuple((name,) for name in ranked)
        return Field(scenario, tuple(self.seats(scenario)), 20, duels, pairs, standings, order, ())

    def tournament(self):
        fields = {name: self.field(name) for name in sorted(self.game.scenarios, key=self.players)}
        return TournamentResult(
            self.game, tuple(self.game.file.rungs), fields, 500, 7, 0.02, 0.95, 12,
            source_digest=self.game.digest(), policy_digests=dict.fromkeys(self.game.file.rungs, "0123456789abcdef"),
        )  # fmt: skip

    def leader(self):
        front, rungs = self.game.file.default_scenario, self.game.file.rungs
        claim = BalanceStatement("p", "policy_best", f"{rungs[-1]} plays best", front, tuple(rungs[::-1]), True,
                                 Survival(30, 32, 1))  # fmt: skip
        return Leader(self.game, claim, 32, 40, 7, source_digest=self.game.digest())

    # --- mechanics ---

    def without(self):
        front = self.game.file.default_scenario
        worths = {}
        for place, (name, entry) in enumerate(self.game.mechanics.items()):
            size = 0.06 - 0.03 * place
            verdict = "helps" if place == 0 else "unused" if place == 2 else "nothing"
            worths[name, front] = OneWithout(
                name, entry.title, entry.group, front, self.estimate(size, 0.004), self.estimate(0.3 - size, 0.004),
                self.estimate(100 * size, 0.3), wilson(3000, GAMES), self.estimate(1.2, 0.02),
                (size - 0.01, size + 0.01), verdict,
            )  # fmt: skip
        first = next(iter(self.game.mechanics))
        title = self.game.mechanics[first].title
        prices = tuple(
            Priced(first, title, front, "price", 5, value, way, self.estimate(sign * 0.2, 0.02),
                   self.estimate(1.2, 0.02), self.estimate(sign * 2, 0.2), self.estimate(sign * 3, 0.4))
            for value, way, sign in ((6, "dearer", -1), (4, "cheaper", 1))
        )  # fmt: skip
        return WithoutResult(
            self.game, self.game.file.default_policy, {front: tuple(self.seats(front))}, tuple(self.game.mechanics),
            worths, prices, {}, {front: self.estimate(60, 0.3)}, "Decisions asked", 1000, 7, 0.01, 0.95,
            source_digest=self.game.digest(), policy_digest="0123456789abcdef",
        )  # fmt: skip

    # --- what to change ---

    def evened(self, of="seats"):
        front = self.game.file.default_scenario
        names = self.seats(front) if of == "seats" else self.game.file.balance.choices
        word = "seat" if of == "seats" else self.game.file.balance.choice_word

        def way(changes, text, spread, verdict):
            means = {name: self.estimate(60 - spread * i, 0.2) for i, name in enumerate(names)}
            size = spread * (len(names) - 1)
            gap = mean_estimate(size, 0.2, GAMES)
            return BalancedWay(changes, text, len(changes), 1.0 * len(changes), 2.0 * len(changes), means, gap,
                               (names[0], names[-1]), verdict, True, "way-1.toml" if changes else "")  # fmt: skip

        change = BalancedChange("bag_marbles.3", 4, 6, "marbles", 1.0)
        survival = (
            Assumed("the gap is below 1 point with it", 30, 32, 0, (0.3,) * 32, 400),
            Assumed("the gap is above 1 point without", 20, 32, 5, (1.4,) * 32, 400,
                    Split(self.assumed, (1, 2), 5, 16, 15, 16, 0.004)),
        )  # fmt: skip
        return BalancedResult(
            of, word, front, self.game.file.default_policy, self.players(front), "points", "points", 1.0,
            {name: name for name in names}, way((), "as it is", 1.2, "off"),
            (way((change,), "the big bag with 4 marbles instead of 6", 0.2, "shown"),
             way((change, change), "two changes", 0.1, "shown")),
            0, 8, 20000, 2, "", survival,
        )  # fmt: skip
