"""Measures steps a second through Python, beside the peers on PyPI.

    python benchmark.py                        ours
    python benchmark.py --peers ~/peers        ours and the peers
    python benchmark.py --repeat 9 --json speed.json

With --peers every peer is installed into a virtual environment of its own in that
folder, and measured there; one that cannot be says why. Each measure has a process
with one thread, all on one core. They take turns, a repetition each, so that a noisy
moment falls on all alike. Printed are medians, in steps a second of processor time,
and their ratio to our vector.
"""

from __future__ import annotations

import argparse
import json
import os
import platform
import re
import statistics
import subprocess
import sys
from pathlib import Path

from measures import MEASURES

#: What the others are compared with.
REFERENCE = "env2048 vector, 1024 games"

#: One thread in every library.
ENVIRONMENT = {
    **os.environ,
    "OMP_NUM_THREADS": "1",
    "OPENBLAS_NUM_THREADS": "1",
    "MKL_NUM_THREADS": "1",
    "XLA_FLAGS": "--xla_cpu_multi_thread_eigen=false intra_op_parallelism_threads=1",
}


class Unavailable(Exception):
    """Why something cannot be measured, in a line."""


class Worker:
    """A process that measures one thing when asked."""

    def __init__(self, python: Path, name: str) -> None:
        program = Path(__file__).with_name("measures.py")
        self.name = name
        self.rates: list[float] = []
        self._process = subprocess.Popen(
            [python, program, name], env=ENVIRONMENT, text=True,
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
        )  # fmt: skip
        answer = self._process.stdout.readline().strip()
        if answer != "ready":
            raise Unavailable(answer or reason(self._process.communicate()[1]))

    def measure(self, seconds: float) -> None:
        """Adds the rate of one repetition to ``rates``."""
        print(seconds, file=self._process.stdin, flush=True)
        steps, elapsed = self._process.stdout.readline().split()
        self.rates.append(int(steps) / float(elapsed))

    def close(self) -> None:
        """Ends the process."""
        self._process.stdin.close()
        self._process.wait()


def reason(output: str) -> str:
    """The line of a program's output that says best what went wrong."""
    lines = [line.strip().lstrip("│╰─> ") for line in output.splitlines() if line.strip()]
    telling = [line for line in lines if re.search(r"\w*(Error|ERROR): ", line)]
    # Of a chain of exceptions the deepest comes first.
    return (telling or lines or ["no output"])[0]


def environment_of(package: str, folder: Path) -> Path:
    """The Python of a virtual environment that holds a package, which is made if need be."""
    place = folder / package
    python = place / "bin" / "python"
    if not (place / "installed").exists():
        print(f"installing {package}", file=sys.stderr)
        subprocess.run([sys.executable, "-m", "venv", place], check=True)
        pip = subprocess.run(
            [python, "-m", "pip", "install", "--disable-pip-version-check", package],
            capture_output=True, text=True, check=False,
        )  # fmt: skip
        if pip.returncode != 0:
            raise Unavailable(f"not installed: {reason(pip.stdout + pip.stderr)}")
        (place / "installed").touch()
    return python


def workers(text: str, peers: Path | None) -> list[Worker]:
    """A worker for each measure whose name holds a text; prints why others have none."""
    found = []
    for name, (package, _) in MEASURES.items():
        if text.lower() not in name.lower() or (package and peers is None):
            continue
        try:
            python = environment_of(package, peers) if package else Path(sys.executable)
            found.append(Worker(python, name))
        except Unavailable as unavailable:
            print(f"{name}: skipped ({unavailable})")
    return found


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
    parser.add_argument("--peers", type=Path, metavar="FOLDER", help="install them there")
    parser.add_argument("--filter", default="", help="only measures whose name holds this")
    parser.add_argument("--repeat", type=int, default=5, help="repetitions of each")
    parser.add_argument("--seconds", type=float, default=1.0, help="length of one repetition")
    parser.add_argument("--json", type=Path, help="write the results there too")
    options = parser.parse_args()
    if hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(0, {max(os.sched_getaffinity(0))})
    measured = workers(options.filter, options.peers)
    loads = [os.getloadavg()[0]]
    for _ in range(options.repeat):
        for worker in measured:
            worker.measure(options.seconds)
    loads.append(os.getloadavg()[0])
    for worker in measured:
        worker.close()
    medians = {worker.name: statistics.median(worker.rates) for worker in measured}
    print(f"Python {platform.python_version()}, {processor()}, one core")
    print(f"load average {loads[0]:.1f} at the start, {loads[1]:.1f} at the end")
    for worker in measured:
        median = medians[worker.name]
        spread = (max(worker.rates) - min(worker.rates)) / median
        share = f"{median / medians[REFERENCE]:9.4f}" if REFERENCE in medians else ""
        print(f"{worker.name:40} {median / 1e6:9.3f} M steps/s  spread {spread:4.0%} {share}")
    if options.json:
        rates = {worker.name: worker.rates for worker in measured}
        results = {"processor": processor(), "load": loads, "rates": rates}
        options.json.write_text(json.dumps(results, indent=1) + "\n")


if __name__ == "__main__":
    main()
