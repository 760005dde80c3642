"""Games that are won with a known probability, for searches whose best answer can be told by hand."""

import math
from dataclasses import replace

import numpy as np

from analysis.changes import Knob, Space
from analysis.rates import Tally
from analysis.tries import Try, mark_of
from sim.params import Parameter


def knob(name, before, values, cost=1.0, kind="integer", unit="steps"):
    bounds = (min(values), max(values)) if kind == "integer" else None
    choices = tuple(values) if kind == "choice" else ()
    parameter = Parameter(name, before, unit, kind, bounds, choices, "rulebook", "", (), True, "", None, cost)
    return Knob(parameter, (before,), tuple(v for v in values if v != before), cost, "bounds")


def space_of(*knobs, scenarios=("one",), each=5.0):
    return Space(tuple(scenarios), {k.name: replace(k, before=k.before * len(scenarios)) for k in knobs}, each)


class Imagined:
    """Games that are won with a probability given by the changes, on shared luck."""

    def __init__(self, log_odds, possible=lambda changes: True):
        self.log_odds, self.allowed = log_odds, possible
        self.asked = []

    def possible(self, scenario, changes):
        return self.allowed(dict(changes))

    def rate(self, scenario, changes):
        return 1 / (1 + math.exp(-self.log_odds(scenario, dict(changes))))

    def __call__(self, requests, first, games, seed):
        for scenario, changes in requests:
            self.asked.append((scenario, changes, first, games, seed))
            luck = np.random.default_rng([seed, len(scenario)]).random(first + games)[first:]
            won = luck < self.rate(scenario, changes)
            yield Tally(int(won.sum()), games, mark_of(won))


def played(changes, rate, games=10_000):
    return Try(changes, len(changes), 0.0, 0.0, {"one": Tally(round(rate * games), games)}, looks=5)
