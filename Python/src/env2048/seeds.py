"""How Python's seeds become the library's."""

from __future__ import annotations

import numpy as np


def native_seed(seed: int) -> int:
    """The 64-bit seed of a stream: the same number where it fits.

    So a seed plays the same games in Python and in the Swift programs. Larger
    ones, which Gymnasium allows, are mixed down by NumPy's ``SeedSequence``.
    """
    if 0 <= seed < 1 << 64:
        return int(seed)
    return int(np.random.SeedSequence(seed).generate_state(1, np.uint64)[0])


def drawn_seed(generator: np.random.Generator) -> int:
    """A 64-bit seed drawn from a generator."""
    return int(generator.integers(0, 1 << 64, dtype=np.uint64))
