"""Random legal play scores what is known of it."""

from __future__ import annotations

import numpy as np
from conftest import legal_action, legal_actions
from numpy.typing import NDArray

import env2048

#: The means of random legal play and their standard errors, from other programs.
SCORE, SCORE_ERROR = 1094.5, 2.2
MOVES, MOVES_ERROR = 118.37, 0.15


def agrees(found: NDArray[np.float64], expected: float, error: float) -> bool:
    """Whether a mean is within four standard errors of the known one."""
    combined = np.hypot(found.std(ddof=1) / np.sqrt(len(found)), error)
    return bool(abs(found.mean() - expected) < 4 * combined)


def test_a_vector_scores_what_is_known() -> None:
    count = 16384
    envs = env2048.Env2048VectorEnv(count)
    random = np.random.default_rng(11)
    _, info = envs.reset(seed=1)
    scores, moves = np.zeros(count), np.zeros(count)
    playing = np.ones(count, bool)
    # The first game of every slot: no choice among games by their length.
    while playing.any():
        _, _, ended, _, info = envs.step(legal_actions(info["action_mask"], random))
        if ended.any():
            new = ended & playing
            scores[new], moves[new] = info["score"][new], info["moves"][new]
            playing &= ~ended
    assert agrees(scores, SCORE, SCORE_ERROR), scores.mean()
    assert agrees(moves, MOVES, MOVES_ERROR), moves.mean()


def test_single_games_score_what_is_known() -> None:
    env, random = env2048.Env2048Env(), np.random.default_rng(12)
    scores, moves = [], []
    _, info = env.reset(seed=2)
    while len(scores) < 500:
        _, _, ended, _, info = env.step(legal_action(info["action_mask"], random))
        if ended:
            scores.append(info["score"])
            moves.append(info["moves"])
            _, info = env.reset()
    assert agrees(np.array(scores, float), SCORE, SCORE_ERROR), np.mean(scores)
    assert agrees(np.array(moves, float), MOVES, MOVES_ERROR), np.mean(moves)
