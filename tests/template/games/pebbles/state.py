"""The records of Pebbles."""

import numpy as np

LONGEST_LIST = 4

TABLE = np.dtype(
    [
        ("outcome", "i8"),
        ("phase", "i8"),
        ("turn", "i8"),
        ("tide", "i8"),
        ("jar", "i8"),
        ("hand", "i8"),
        ("found", "i8"),
        ("dropped", "i8"),
    ]
)
HIDDEN = np.dtype([("streams", "u8", (2, 4))])
