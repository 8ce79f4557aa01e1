"""Measures steps a second through Python, beside the peers that are installed.

    python benchmark.py                 ours, and every peer that can be imported
    python benchmark.py --repeat 9 --json speed.json

One process and one thread. Every rate counts environment steps with all outputs
handed over as new arrays, action masks included where a peer has them; actions
are drawn beforehand. Medians over the repetitions; all measurements are taken in
turn, so that a noisy moment falls on all alike.

Peers, all from PyPI: gymnasium-2048, jumanji, pgx, envpool (its Atari Pong, for
the cost of a vector environment without a game of 2048).
"""

from __future__ import annotations

import argparse
import json
import os
import platform
import statistics
import time
from collections.abc import Callable, Iterator
from pathlib import Path

# Before any library starts its threads.
for variable in ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS"):
    os.environ.setdefault(variable, "1")
os.environ.setdefault(
    "XLA_FLAGS", "--xla_cpu_multi_thread_eigen=false intra_op_parallelism_threads=1"
)

import gymnasium
import numpy as np

import env2048

#: Steps for about so many seconds; returns how many were taken.
Benchmark = Callable[[float], int]


def ours_single() -> Benchmark:
    """One game, through the class itself."""
    return single(env2048.Env2048Env())


def ours_made() -> Benchmark:
    """One game, through gymnasium.make with its default wrappers."""
    return single(gymnasium.make("env2048/Env2048-v0"))


def single(env: gymnasium.Env) -> Benchmark:
    """Random play of one environment."""
    actions = np.random.default_rng(0).integers(0, 4, 4096).tolist()
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


def batches(step: Callable, actions: np.ndarray | list, count: int) -> Benchmark:
    """Steps many games at once, by one row of actions after the other."""

    def run(seconds: float) -> int:
        calls, end = 0, time.perf_counter() + seconds
        while time.perf_counter() < end:
            for row in actions:
                step(row)
            calls += len(actions)
        return calls * count

    return run


def random_actions(calls: int, count: int) -> np.ndarray:
    """Actions for a number of calls, shape [calls, count]."""
    return np.random.default_rng(0).integers(0, 4, (calls, count))


def ours_vector(count: int, **arguments: object) -> Benchmark:
    """Many games, all outputs copied."""
    envs = gymnasium.make_vec("env2048/Env2048-v0", num_envs=count, **arguments)
    envs.reset(seed=0)
    return batches(envs.step, random_actions(64, count), count)


def ours_sb3(count: int) -> Benchmark:
    """Many games behind Stable-Baselines3's interface."""
    from env2048.sb3 import Env2048VecEnv

    envs = Env2048VecEnv(count)
    envs.reset()
    return batches(envs.step, random_actions(64, count), count)


def gymnasium_2048() -> Benchmark:
    """The package gymnasium-2048, one game."""
    import gymnasium_2048  # noqa: F401  (registers its environments)

    return single(gymnasium.make("gymnasium_2048/TwentyFortyEight-v0"))


def jumanji_vector(count: int) -> Benchmark:
    """Jumanji's 2048, vectorised and compiled for the processor."""
    import jax
    import jumanji
    from jumanji.wrappers import AutoResetWrapper, VmapWrapper

    env = VmapWrapper(AutoResetWrapper(jumanji.make("Game2048-v1")))
    state, _ = jax.jit(env.reset)(jax.random.split(jax.random.key(0), count))
    return jax_steps(jax.jit(env.step), state, count)


def pgx_vector(count: int) -> Benchmark:
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


def jax_steps(step: Callable, state: object, count: int) -> Benchmark:
    """Random play of a compiled step; waits for the results of every call."""
    import jax

    actions = [jax.numpy.asarray(row) for row in random_actions(64, count)]
    held = [step(state, actions[0])[0]]  # compiles

    def advance(row: object) -> None:
        held[0] = jax.block_until_ready(step(held[0], row))[0]

    return batches(advance, actions, count)


def envpool_pong(count: int) -> Benchmark:
    """EnvPool's Pong."""
    import envpool

    envs = envpool.make_gymnasium("Pong-v5", num_envs=count, num_threads=1)
    envs.reset()
    return batches(envs.step, random_actions(4, count).astype(np.int32), count)


BENCHMARKS: dict[str, Callable[[], Benchmark]] = {
    "env2048 single": ours_single,
    "env2048 single, gymnasium.make": ours_made,
    "env2048 vector, 1024 games": lambda: ours_vector(1024),
    "env2048 vector, 1024 games, same step": lambda: ours_vector(
        1024, autoreset_mode=env2048.AutoresetMode.SAME_STEP
    ),
    "env2048 vector, 1024 games, one-hot": lambda: ours_vector(1024, observation="one_hot"),
    "env2048 for SB3, 1024 games": lambda: ours_sb3(1024),
    "gymnasium-2048 single": gymnasium_2048,
    "Jumanji vector, 1024 games": lambda: jumanji_vector(1024),
    "Pgx vector, 1024 games": lambda: pgx_vector(1024),
    "EnvPool Pong, 16 games": lambda: envpool_pong(16),
}


def prepared(text: str) -> Iterator[tuple[str, Benchmark]]:
    """The benchmarks whose name holds a text and whose library is installed."""
    for name, prepare in BENCHMARKS.items():
        if text.lower() not in name.lower():
            continue
        try:
            benchmark = prepare()
            benchmark(0.05)  # warm-up
        except ImportError as error:
            print(f"{name}: skipped ({error})")
        except Exception as error:  # a peer that is installed but does not run here
            print(f"{name}: failed ({type(error).__name__}: {error})")
        else:
            yield name, benchmark


def processor() -> str:
    """The processor's name."""
    try:
        lines = Path("/proc/cpuinfo").read_text().splitlines()
        return next(line.split(":")[1].strip() for line in lines if "model name" in line)
    except (OSError, StopIteration):
        return platform.processor() or platform.machine()


def main() -> None:
    """Measures and prints a table."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--filter", default="", help="only benchmarks whose name holds this")
    parser.add_argument("--repeat", type=int, default=5, help="repetitions of each")
    parser.add_argument("--seconds", type=float, default=1.0, help="length of one repetition")
    parser.add_argument("--json", type=Path, help="write the results there too")
    options = parser.parse_args()
    if hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(0, {min(os.sched_getaffinity(0))})
    benchmarks = list(prepared(options.filter))
    rates: dict[str, list[float]] = {name: [] for name, _ in benchmarks}
    for _ in range(options.repeat):
        for name, benchmark in benchmarks:
            start = time.perf_counter()
            steps = benchmark(options.seconds)
            rates[name].append(steps / (time.perf_counter() - start))
    print(f"Python {platform.python_version()}, {processor()}, one core")
    for name, found in rates.items():
        spread = (max(found) - min(found)) / statistics.median(found)
        print(f"{name:40} {statistics.median(found) / 1e6:9.3f} M steps/s  spread {spread:.0%}")
    if options.json:
        results = {"processor": processor(), "seconds": options.seconds, "rates": rates}
        options.json.write_text(json.dumps(results, indent=1) + "\n")


if __name__ == "__main__":
    main()
