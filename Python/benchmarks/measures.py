"""What benchmark.py measures: random play of ours and of the peers.

    python measures.py NAME

Measures on demand: prints ``ready``, or what is missing, then answers each line
with a number of seconds by the steps taken and the seconds of processor time
they took, all threads together, so that other work on the machine counts less.
Every measure imports its library itself, so that each can run in a virtual
environment of its own.

Actions are drawn beforehand; a step is that of one game. All outputs are handed
over as new arrays, action masks included where a library has them.
"""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Callable
from typing import Any

import numpy as np

#: Steps for about so many seconds; returns how many were taken.
Measure = Callable[[float], int]


def random_actions(calls: int, count: int) -> np.ndarray:
    """Actions for a number of calls, shape [calls, count]."""
    return np.random.default_rng(0).integers(0, 4, (calls, count))


def single(env: Any) -> Measure:
    """Steps one game."""
    actions = random_actions(1, 4096)[0].tolist()
    env.reset(seed=0)

    def run(seconds: float) -> int:
        steps, end = 0, time.perf_counter() + seconds
        while time.perf_counter() < end:
            for action in actions:
                _, _, terminated, truncated, _ = env.step(action)
                if terminated or truncated:
                    env.reset()
            steps += len(actions)
        return steps

    return run


def batches(step: Callable, actions: Any, count: int) -> Measure:
    """Steps many games at once, by one row of actions after the other."""

    def run(seconds: float) -> int:
        calls, end = 0, time.perf_counter() + seconds
        while time.perf_counter() < end:
            for row in actions:
                step(row)
            calls += len(actions)
        return calls * count

    return run


# Ours.


def ours_single() -> Measure:
    """One game, through the class itself."""
    import env2048

    return single(env2048.Env2048Env())


def ours_made() -> Measure:
    """One game, through gymnasium.make with its default wrappers."""
    import gymnasium

    return single(gymnasium.make("env2048:env2048/Env2048-v0"))


def ours_vector(count: int, **arguments: Any) -> Measure:
    """Many games, all outputs copied."""
    import gymnasium

    envs = gymnasium.make_vec("env2048:env2048/Env2048-v0", num_envs=count, **arguments)
    envs.reset(seed=0)
    return batches(envs.step, random_actions(64, count), count)


def ours_sb3(count: int) -> Measure:
    """Many games behind Stable-Baselines3's interface."""
    from env2048.sb3 import Env2048VecEnv

    envs = Env2048VecEnv(count)
    envs.reset()
    return batches(envs.step, random_actions(64, count), count)


# Peers.


def gymnasium_2048() -> Measure:
    """The package gymnasium-2048, one game."""
    import gymnasium
    import gymnasium_2048  # noqa: F401  (registers its environments)

    return single(gymnasium.make("gymnasium_2048/TwentyFortyEight-v0"))


def jumanji_vector(count: int) -> Measure:
    """Jumanji's 2048, vectorised and compiled for the processor."""
    import jax
    import jumanji
    from jumanji.wrappers import AutoResetWrapper, VmapWrapper

    env = VmapWrapper(AutoResetWrapper(jumanji.make("Game2048-v1")))
    state, _ = jax.jit(env.reset)(jax.random.split(jax.random.key(0), count))
    return jax_steps(jax.jit(env.step), state, count)


def pgx_vector(count: int) -> Measure:
    """Pgx's 2048, vectorised and compiled for the processor."""
    import jax
    import pgx
    from pgx.experimental.wrappers import auto_reset

    env = pgx.make("2048")
    keys = jax.random.split(jax.random.key(0), count)
    state = jax.jit(jax.vmap(env.init))(keys)
    advance = auto_reset(env.step, env.init)
    step = jax.jit(lambda state, actions: (jax.vmap(advance)(state, actions, keys), None))
    return jax_steps(step, state, count)


def jax_steps(step: Callable, state: Any, count: int) -> Measure:
    """Steps by a compiled function; waits for the results of every call."""
    import jax

    actions = [jax.numpy.asarray(row) for row in random_actions(64, count)]
    held = [step(state, actions[0])[0]]  # compiles

    def advance(row: Any) -> None:
        held[0] = jax.block_until_ready(step(held[0], row))[0]

    return batches(advance, actions, count)


def envpool_vector(name: str, actions: int, count: int) -> Measure:
    """Another game of EnvPool, which has no 2048."""
    import envpool

    envs = envpool.make_gymnasium(name, num_envs=count, num_threads=1)
    envs.reset()
    rows = (random_actions(16, count) % actions).astype(np.int32)
    return batches(envs.step, rows, count)


def pufferlib_vector(count: int) -> Measure:
    """PufferLib's 2048, in C."""
    from pufferlib.ocean import env_creator

    envs = env_creator("puffer_g2048")(num_envs=count)
    envs.reset()
    return batches(envs.step, random_actions(64, count).astype(np.int32), count)


SAME_STEP = {"autoreset_mode": "SameStep"}

#: Every measure by name, with the package of PyPI it needs; "" for ours.
MEASURES: dict[str, tuple[str, Callable[[], Measure]]] = {
    "env2048 single": ("", ours_single),
    "env2048 single, gymnasium.make": ("", ours_made),
    "env2048 vector, 1024 games": ("", lambda: ours_vector(1024)),
    "env2048 vector, 1024 games, same step": ("", lambda: ours_vector(1024, **SAME_STEP)),
    "env2048 vector, 1024 games, one-hot": ("", lambda: ours_vector(1024, observation="one_hot")),
    "env2048 for SB3, 1024 games": ("", lambda: ours_sb3(1024)),
    "gymnasium-2048 single": ("gymnasium-2048", gymnasium_2048),
    "Jumanji vector, 1024 games": ("jumanji", lambda: jumanji_vector(1024)),
    "Pgx vector, 1024 games": ("pgx", lambda: pgx_vector(1024)),
    "PufferLib vector, 1024 games": ("pufferlib", lambda: pufferlib_vector(1024)),
    "EnvPool CartPole, 1024 games": ("envpool", lambda: envpool_vector("CartPole-v1", 2, 1024)),
    "EnvPool Pong, 16 games": ("envpool", lambda: envpool_vector("Pong-v5", 4, 16)),
}


def serve(name: str) -> None:
    """Measures as often as standard input asks for it."""
    # What a library prints must not be taken for an answer.
    answers = os.fdopen(os.dup(sys.stdout.fileno()), "w", buffering=1)
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())
    try:
        measure = MEASURES[name][1]()
        measure(0.05)  # warm-up
    except Exception as error:
        print(f"{type(error).__name__}: {error}".splitlines()[0], file=answers)
        return
    print("ready", file=answers)
    for line in sys.stdin:
        start = time.process_time()
        steps = measure(float(line))
        print(steps, time.process_time() - start, file=answers)


if __name__ == "__main__":
    serve(sys.argv[1])
