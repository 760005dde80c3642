"""Named random streams: xoshiro256++, one for each deck and each kind of die.

A stream is an array of four ``uint64``. It is seeded from (seed, game index, stream number) alone, so a game's chance
does not depend on the block it is played in, the worker that plays it, or what other streams were used for.

References
----------
Blackman and Vigna, "Scrambled linear pseudorandom number generators", ACM TOMS 47 (2021); Lemire, "Fast random integer
generation in an interval", ACM TOMACS 29 (2019); Steele, Lea and Flood, "Fast splittable pseudorandom number
generators", OOPSLA 2014 (splitmix64, used for seeding).
"""

from __future__ import annotations

import numpy as np

from sim.jit import compiled

#: One stream as a record, for the policies' own luck.
STREAM = np.dtype([("state", "u8", (4,))])

_GOLDEN = np.uint64(0x9E3779B97F4A7C15)
_MIX_1 = np.uint64(0xBF58476D1CE4E5B9)
_MIX_2 = np.uint64(0x94D049BB133111EB)
_S7, _S17, _S19, _S23 = np.uint64(7), np.uint64(17), np.uint64(19), np.uint64(23)
_S27, _S30, _S31, _S41, _S45 = np.uint64(27), np.uint64(30), np.uint64(31), np.uint64(41), np.uint64(45)
_S32 = np.uint64(32)
_LOW = np.uint64(0xFFFFFFFF)


@compiled
def _mix(word):  # type: ignore[no-untyped-def]
    word = (word ^ (word >> _S30)) * _MIX_1
    word = (word ^ (word >> _S27)) * _MIX_2
    return word ^ (word >> _S31)


@compiled
def seed_stream(state, seed, game, stream):  # type: ignore[no-untyped-def]
    """Set a stream to its beginning for one game of one seed."""
    word = _mix(np.uint64(seed) + _GOLDEN)
    word = _mix((word ^ np.uint64(game)) + _GOLDEN)
    word = _mix((word ^ np.uint64(stream)) + _GOLDEN)
    for i in range(4):
        word = word + _GOLDEN
        state[i] = _mix(word)


@compiled
def next_word(state):  # type: ignore[no-untyped-def]
    """Return 64 random bits and advance the stream."""
    s0, s1, s2, s3 = state[0], state[1], state[2], state[3]
    total = s0 + s3
    result = ((total << _S23) | (total >> _S41)) + s0
    shifted = s1 << _S17
    s2 = s2 ^ s0
    s3 = s3 ^ s1
    state[1] = s1 ^ s2
    state[0] = s0 ^ s3
    state[2] = s2 ^ shifted
    state[3] = (s3 << _S45) | (s3 >> _S19)
    return result


@compiled
def below(state, n):  # type: ignore[no-untyped-def]
    """Return an unbiased random integer in [0, n), with 1 <= n < 2**32."""
    bound = np.uint64(n)
    product = (next_word(state) >> _S32) * bound
    low = product & _LOW
    if low < bound:
        threshold = ((_LOW - bound) + np.uint64(1)) % bound
        while low < threshold:
            product = (next_word(state) >> _S32) * bound
            low = product & _LOW
    return np.int64(product >> _S32)


@compiled
def shuffle(state, cards, n):  # type: ignore[no-untyped-def]
    """Shuffle the first ``n`` cards in place (Fisher-Yates)."""
    for i in range(n - 1, 0, -1):
        j = below(state, i + 1)
        held = cards[i]
        cards[i] = cards[j]
        cards[j] = held
