"""What the examples share: playing games to report a score."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.typing import NDArray

from env2048 import AutoresetMode, Env2048VectorEnv


def report(
    choose: Callable[[Any, NDArray[np.int8]], NDArray[Any]], games: int, **arguments: Any
) -> None:
    """Plays games and prints their mean score.

    The first game of every slot counts, so that short games are not favoured.

    Args:
        choose: Gives actions [games] for observations and action masks [games, 4].
        games: The number of games.
        arguments: Those of ``Env2048VectorEnv``.
    """
    envs = Env2048VectorEnv(games, autoreset_mode=AutoresetMode.NEXT_STEP, **arguments)
    observations, info = envs.reset(seed=2048)
    scores, tiles = np.zeros(games), np.zeros(games, np.int64)
    playing = np.ones(games, np.bool_)
    while playing.any():
        actions = choose(observations, info["action_mask"])
        observations, _, terminated, _, info = envs.step(actions)
        if terminated.any():
            first = terminated & playing
            scores[first], tiles[first] = info["score"][first], info["max_tile"][first]
            playing &= ~terminated
    error = scores.std(ddof=1) / np.sqrt(games)
    print(f"mean score {scores.mean():.0f} +- {error:.0f} over {games} games")
    for tile in (256, 512, 1024, 2048):
        print(f"reached {tile}: {(tiles >= tile).mean():.1%}")
