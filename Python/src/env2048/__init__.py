"""The game of 2048 as a Gymnasium environment on a Swift core.

    import gymnasium
    import env2048

    env = gymnasium.make("env2048/Env2048-v0")
    envs = gymnasium.make_vec("env2048/Env2048-v0", num_envs=1024)

Importing the package registers its environments (``env2048.IDS``).
"""

from env2048.agents import Agent, load_agent
from env2048.environment import Env2048Env
from env2048.registration import IDS, register_environments
from env2048.rules import Rules
from env2048.slides import afterstates
from env2048.vector import AutoresetMode, Env2048VectorEnv

__version__ = "0.1.0"

__all__ = [
    "Agent",
    "AutoresetMode",
    "Env2048Env",
    "Env2048VectorEnv",
    "IDS",
    "Rules",
    "afterstates",
    "load_agent",
    "register_environments",
]

register_environments()
