"""The rulebook's team with judgements found by training instead of by thinking: `tuned.toml`, a set for each year.

Where a year's own weights are not shown to beat those of all years together, these serve. How each set was found, and
what it gained, stands in its record; ``house-edge train opulent --each`` finds them again.
"""

from sim.policy import Policy

policy = Policy("opulent", "tuned", parent="rulebook", weights_file="tuned.toml")
