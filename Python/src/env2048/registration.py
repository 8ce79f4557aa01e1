"""The environments' names in Gymnasium's registry."""

from __future__ import annotations

from typing import Any

import gymnasium

#: What each registered name is made with.
IDS: dict[str, dict[str, Any]] = {
    "env2048/Env2048-v0": {},
    "env2048/Env2048-OneHot-v0": {"observation": "one_hot"},
    "env2048/Env2048-Log2-v0": {"observation": "log2"},
    "env2048/Env2048-3x3-v0": {"rows": 3, "columns": 3},
    "env2048/Env2048-2x3-v0": {"rows": 2, "columns": 3},
    "env2048/Env2048-5x5-v0": {"rows": 5, "columns": 5},
}


def register_environments() -> None:
    """Registers every name of ``IDS`` that is not registered yet."""
    for name, arguments in IDS.items():
        if name not in gymnasium.registry:
            gymnasium.register(
                name,
                entry_point="env2048.environment:Env2048Env",
                vector_entry_point="env2048.vector:Env2048VectorEnv",
                kwargs=arguments,
            )
