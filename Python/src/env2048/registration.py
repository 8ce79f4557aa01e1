"""The environments' names in Gymnasium's registry."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import gymnasium

from env2048.environment import Env2048Env
from env2048.vector import Env2048VectorEnv

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


def from_config(config: Mapping[str, Any]) -> Env2048Env | Env2048VectorEnv:
    """Makes an environment from one mapping of arguments, as RLlib wants it.

        ray.tune.register_env("env2048", env2048.from_config)

    With ``num_envs`` among them it is a vector environment.
    """
    arguments = dict(config)
    return Env2048VectorEnv(**arguments) if "num_envs" in arguments else Env2048Env(**arguments)
