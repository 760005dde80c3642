"""The records of Marbles."""

import numpy as np

SEATS = 3
LONGEST_LIST = 4

TABLE = np.dtype(
    [
        ("outcome", "i8"),
        ("phase", "i8"),
        ("turn", "i8"),
        ("players", "i8"),
        ("hand", "i8"),
        ("points", "i8", (SEATS,)),
        ("start", "i8"),
        ("bag", "i8", (SEATS,)),
        ("rolls", "i8", (SEATS,)),
        ("spilled", "i8", (SEATS,)),
    ]
)
HIDDEN = np.dtype([("streams", "u8", (4, 4))])
