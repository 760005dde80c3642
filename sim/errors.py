"""The errors a caller can act on. Anything else that escapes is a fault of House Edge."""

from __future__ import annotations

from collections.abc import Sequence


class HouseEdgeError(Exception):
    """Base class of every error raised on purpose."""

    exit_code = 1


class BadInput(HouseEdgeError):
    """Something the caller typed or wrote cannot be used.

    Parameters
    ----------
    problems : str or sequence of str
        One line a mistake; all mistakes found are reported together.
    """

    exit_code = 2

    def __init__(self, problems: str | Sequence[str]) -> None:
        self.problems: list[str] = [problems] if isinstance(problems, str) else list(problems)
        super().__init__("\n".join(self.problems))

    def __reduce__(self) -> tuple[type[BadInput], tuple[list[str]], dict[str, object]]:
        return type(self), (self.problems,), self.__dict__  # with the notes


class ContractBroken(HouseEdgeError):
    """A policy or the engine broke a contract, so the run stops here.

    Parameters
    ----------
    message : str
        What happened, with the policy and the decision.
    game_index : int
        Index of the game, or of the campaign, it happened in; below 0 if it is not known.
    seed : int
        Seed of the run.
    replay : str
        The command that shows it happen, "" if whoever raises it does not know the plan.
    """

    exit_code = 3

    def __init__(self, message: str, game_index: int = -1, seed: int = -1, replay: str = "") -> None:
        self.message = message
        self.game_index = game_index
        self.seed = seed
        self.replay = replay
        super().__init__(message)

    def __reduce__(self) -> tuple[type[ContractBroken], tuple[str, int, int, str]]:
        return type(self), (self.message, self.game_index, self.seed, self.replay)

    @property
    def where(self) -> str:
        """The message with the game it happened in."""
        if self.game_index < 0:
            return self.message
        unit = "campaign" if " --campaign " in self.replay else "game"
        return f"{self.message} in {unit} {self.game_index} of seed {self.seed}"


class Incomplete(HouseEdgeError):
    """The run stopped early and can be resumed."""

    exit_code = 4


class Interrupted(HouseEdgeError):
    """The user stopped the run; what was finished is kept.

    Parameters
    ----------
    message : str
        What was finished and what resumes it.
    result : object
        The `sim.results.RunResult` of the games that were finished.
    resume_command : str
        The command that plays the rest, "" if nothing was stored.
    """

    exit_code = 130

    def __init__(self, message: str, result: object = None, resume_command: str = "") -> None:
        self.result = result
        self.resume_command = resume_command
        super().__init__(message)
