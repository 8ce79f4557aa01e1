"""One game: what Gymnasium and its checker ask for."""

from __future__ import annotations

import copy
import gc
import pickle
from typing import Any

import gymnasium
import numpy as np
import pytest
from conftest import legal_action, slide
from gymnasium.error import ClosedEnvironmentError, ResetNeeded

import env2048
from env2048 import Env2048Env

DEAD = [[1, 2, 1, 2], [2, 1, 2, 1], [1, 2, 1, 2], [2, 1, 2, 1]]


def test_reset_gives_two_tiles_and_their_info(env: Env2048Env) -> None:
    observation, info = env.reset(seed=0, options={})
    assert observation.dtype == np.uint8 and observation.shape == (16,)
    assert np.count_nonzero(observation) == 2
    assert info["score"] == 0 and info["moves"] == 0
    assert info["max_tile"] == 2 ** int(observation.max())
    assert info["action_mask"].dtype == np.int8 and info["action_mask"].shape == (4,)


@pytest.mark.parametrize("seed", [0, 1, 2**32, 2**63, 2**64 - 1, 2**64 + 5, 10**40])
def test_any_seed_of_a_whole_number_repeats(seed: int) -> None:
    def ten_steps() -> list[Any]:
        env = Env2048Env()
        first, _ = env.reset(seed=seed)
        steps = [env.step(action % 4)[:4] for action in range(10)]
        return [first.tolist()] + [[step[0].tolist(), *step[1:]] for step in steps]

    assert ten_steps() == ten_steps()


def test_different_seeds_play_different_games() -> None:
    games = []
    for seed in (0, 1, 5, 2**64 - 1, 2**64 + 5, 2**65 + 5):
        env = Env2048Env()
        env.reset(seed=seed)
        games.append([env.step(action % 4)[0].tobytes() for action in range(10)])
    assert len({tuple(game) for game in games}) == len(games)


@pytest.mark.parametrize("seed", [-1, "1", 1.5])
def test_other_seeds_are_refused(env: Env2048Env, seed: Any) -> None:
    with pytest.raises(gymnasium.error.Error):
        env.reset(seed=seed)


def test_reset_without_a_seed_goes_on_with_the_stream() -> None:
    def starts() -> list[bytes]:
        env = Env2048Env()
        return [env.reset(seed=7)[0].tobytes()] + [env.reset()[0].tobytes() for _ in range(5)]

    first = starts()
    assert first == starts()
    assert len(set(first)) > 1


def test_numpys_generator_starts_from_the_seed(env: Env2048Env) -> None:
    env.reset(seed=3)
    state = env.np_random.bit_generator.state
    env.reset(seed=4)
    assert env.np_random.bit_generator.state != state
    env.reset(seed=3)
    assert env.np_random.bit_generator.state == state
    assert env.np_random_seed == 3


def test_steps_keep_the_rules_of_the_game() -> None:
    env, random = Env2048Env(flatten=False), np.random.default_rng(0)
    board, info = env.reset(seed=1)
    score = 0
    for _ in range(3000):
        slides = [slide(board, action) for action in range(4)]
        legal = [not np.array_equal(board, slid) for slid, _ in slides]
        assert info["action_mask"].tolist() == legal
        action = int(random.integers(4))
        after, reward = slides[action]
        board, found, terminated, truncated, info = env.step(action)
        assert found == reward and info["is_legal"] == legal[action] and truncated is False
        score += reward
        spawned = board.astype(int) - after
        assert sorted(spawned[spawned != 0].tolist()) in ([[1], [2]] if legal[action] else [[]])
        assert info["score"] == score and info["max_tile"] == 2 ** int(board.max())
        if terminated:
            assert not any(not np.array_equal(board, slide(board, a)[0]) for a in range(4))
            board, info = env.reset()
            score = 0


def test_types_of_a_step(env: Env2048Env) -> None:
    env.reset(seed=0)
    observation, reward, terminated, truncated, info = env.step(3)
    assert type(reward) is float and np.isfinite(reward)
    assert type(terminated) is bool and type(truncated) is bool
    assert type(info["score"]) is int and type(info["is_legal"]) is bool
    assert env.observation_space.contains(observation)


@pytest.mark.parametrize(
    "action", [2, np.int64(2), np.int32(2), np.uint8(2), np.array(2), np.array(2, np.int8)]
)
def test_whole_numbers_are_actions(env: Env2048Env, action: Any) -> None:
    twin = Env2048Env()
    twin.reset(seed=5)
    env.reset(seed=5)
    assert np.array_equal(env.step(action)[0], twin.step(2)[0])


@pytest.mark.parametrize("action", [-1, 4, 2**63, 2**64 + 1, -(2**70)])
def test_actions_out_of_range_change_nothing(env: Env2048Env, action: int) -> None:
    env.reset(seed=5)
    before = env.get_state()
    with pytest.raises(ValueError, match="expected 0"):
        env.step(action)
    assert np.array_equal(env.get_state(), before)


@pytest.mark.parametrize("action", [1.0, np.array([1]), "1", None, [1]])
def test_other_things_are_no_actions(env: Env2048Env, action: Any) -> None:
    env.reset(seed=5)
    with pytest.raises(TypeError):
        env.step(action)


def test_a_step_before_reset_is_refused(env: Env2048Env) -> None:
    with pytest.raises(ResetNeeded, match="reset"):
        env.step(0)


def test_the_end_is_terminated_and_asks_for_a_reset() -> None:
    env = Env2048Env(flatten=False)
    last_move = [[6, 2, 1, 2], [2, 1, 2, 1], [1, 2, 1, 2], [3, 4, 5, 5]]
    for seed in range(100):
        env.reset(seed=seed, options={"board": last_move})
        _, reward, terminated, truncated, info = env.step(3)
        assert reward == 64.0 and not truncated
        if terminated:
            break
    assert terminated and info["score"] == 64
    # No row of a batch of masks is ever empty.
    assert info["action_mask"].tolist() == [1, 1, 1, 1]
    with pytest.raises(ResetNeeded, match="terminated"):
        env.step(0)
    assert np.count_nonzero(env.reset()[0]) == 2


def test_a_board_dead_from_the_start_ends_with_the_first_step() -> None:
    env = Env2048Env()
    _, info = env.reset(seed=0, options={"board": DEAD})
    assert info["action_mask"].all()
    observation, reward, terminated, truncated, info = env.step(1)
    assert observation.tolist() == np.ravel(DEAD).tolist()
    assert (reward, terminated, truncated) == (0.0, True, False) and not info["is_legal"]
    with pytest.raises(ResetNeeded):
        env.step(1)


def test_the_smallest_boards_play_to_their_ends() -> None:
    for rows, columns in ((1, 2), (2, 1), (1, 3), (2, 2)):
        env, random = Env2048Env(rows=rows, columns=columns), np.random.default_rng(1)
        for episode in range(50):
            _, info = env.reset(seed=episode)
            terminated = False
            while not terminated:
                _, _, terminated, _, info = env.step(legal_action(info["action_mask"], random))


def test_a_step_limit_truncates() -> None:
    env = gymnasium.make("env2048/Env2048-v0", max_episode_steps=5)
    env.reset(seed=0)
    flags = [env.step(action)[2:4] for action in (0, 1, 2, 3, 0)]
    assert flags == [(False, False)] * 4 + [(False, True)]


def test_rewards_of_illegal_actions() -> None:
    top = [[1, 2, 3, 4]] + [[0] * 4] * 3
    for illegal, penalty, reward, ends in (
        ("ignore", 0, 0.0, False), ("penalty", 512, -512.0, False), ("terminate", 0, 0.0, True),
    ):  # fmt: skip
        env = Env2048Env(illegal_action=illegal, penalty=penalty)
        before, _ = env.reset(seed=0, options={"board": top})
        after, found, terminated, _, info = env.step(0)
        assert np.array_equal(before, after) and found == reward and terminated == ends
        assert info["score"] == 0 and info["moves"] == 0 and not info["is_legal"]


def test_kept_observations_do_not_change(env: Env2048Env) -> None:
    kept = [env.reset(seed=2)]
    for action in range(20):
        observation, _, _, _, info = env.step(action % 4)
        kept.append((observation, info))
    arrays = [array for observation, info in kept for array in (observation, info["action_mask"])]
    copies = [array.copy() for array in arrays]
    for action in range(20):
        env.step(action % 4)
    assert all(np.array_equal(a, b) for a, b in zip(arrays, copies))
    assert not any(np.shares_memory(a, b) for i, a in enumerate(arrays) for b in arrays[:i])
    assert len({id(info) for _, info in kept}) == len(kept)


def test_observations_outlive_the_environment() -> None:
    env = Env2048Env()
    observation, _ = env.reset(seed=0)
    expected = observation.tolist()
    env.close()
    del env
    gc.collect()
    assert observation.tolist() == expected


def test_without_copies_the_memory_is_the_same() -> None:
    env = gymnasium.make("env2048/Env2048-v0", copy=False, disable_env_checker=True)
    first, _ = env.reset(seed=0)
    assert np.shares_memory(first, env.step(0)[0])


def test_the_mask_is_of_the_observation_and_samples(env: Env2048Env) -> None:
    _, info = env.reset(seed=0)
    for _ in range(200):
        action = env.action_space.sample(mask=info["action_mask"])
        assert env.action_masks()[action] and env.action_masks().dtype == np.bool_
        _, _, terminated, _, info = env.step(action)
        assert info["is_legal"]
        if terminated:
            _, info = env.reset()


def test_observations_hold_the_largest_tiles() -> None:
    board = [[17, 16, 15, 14], [0] * 4, [0] * 4, [0] * 4]
    for observation in ("exponents", "one_hot", "log2"):
        env = Env2048Env(observation=observation, flatten=False)
        seen, info = env.reset(options={"board": board})
        assert env.observation_space.contains(seen) and info["max_tile"] == 131072
        if observation == "one_hot":
            assert seen.shape == (4, 4, 18)
            assert np.array_equal(seen.argmax(axis=-1), board) and np.all(seen.sum(axis=-1) == 1)
        if observation == "log2":
            assert seen.dtype == np.float32
            assert np.allclose(seen, np.array(board) / 17)


def test_the_dictionary_holds_the_mask() -> None:
    env = Env2048Env(as_dict=True, observation="one_hot")
    seen, info = env.reset(seed=0)
    assert set(seen) == {"observations", "action_mask"}
    assert seen["action_mask"].dtype == np.float32
    assert np.array_equal(seen["action_mask"], info["action_mask"])


def test_boards_beyond_play_are_refused(env: Env2048Env) -> None:
    env.reset(seed=0)
    for board in ([[18] * 4] * 4, [[17] * 4] * 4, [1, 2, 3], [[-1] * 4] * 4, [[0.5] * 4] * 4):
        with pytest.raises(ValueError, match=r"[Bb]oard"):
            env.reset(options={"board": board})
    with pytest.raises(ValueError, match="colour"):
        env.reset(options={"colour": "red"})


@pytest.mark.parametrize(
    "arguments",
    [
        {"rows": 1, "columns": 1}, {"rows": 0}, {"columns": -1}, {"rows": 10**6},
        {"starting_tiles": 0}, {"starting_tiles": 17}, {"four_probability": 1.5},
        {"four_probability": float("nan")}, {"win_tile": 100}, {"illegal_action": "explode"},
        {"penalty": 5}, {"illegal_action": "penalty", "penalty": -1}, {"observation": "smell"},
        {"render_mode": "hologram"},
    ],
)  # fmt: skip
def test_arguments_that_no_game_can_have_are_refused(arguments: dict[str, Any]) -> None:
    with pytest.raises(ValueError, match="expected|needs"):
        Env2048Env(**arguments)


def test_render_modes() -> None:
    text = Env2048Env(render_mode="ansi")
    text.reset(seed=0, options={"board": [[11, 1, 0, 0]] + [[0] * 4] * 3})
    assert text.render() == "Score 0\n" + "2048    2    .    .\n" + "   .    .    .    .\n" * 3
    picture = Env2048Env(render_mode="rgb_array", rows=2, columns=3)
    picture.reset(seed=0)
    frame = picture.render()
    assert frame.dtype == np.uint8 and frame.shape == (2 * 72 + 8, 3 * 72 + 8, 3)
    assert len({tuple(colour) for colour in frame.reshape(-1, 3)}) >= 4


def test_every_tile_has_a_picture_of_its_own() -> None:
    from env2048.rendering import picture

    frames = {picture(np.array([[exponent]], np.uint8)).tobytes() for exponent in range(63)}
    assert len(frames) == 63


def test_human_mode_works_without_a_display() -> None:
    pytest.importorskip("pygame")
    env = Env2048Env(render_mode="human")
    env.reset(seed=0)
    assert env.render() is None
    env.close()
    env.close()


def test_closing_twice_is_allowed_and_ends_all_use(env: Env2048Env) -> None:
    env.reset(seed=0)
    env.close()
    env.close()
    with pytest.raises(ClosedEnvironmentError):
        env.step(0)
    with pytest.raises(ClosedEnvironmentError):
        env.reset()


@pytest.mark.parametrize("duplicate", [copy.deepcopy, lambda env: pickle.loads(pickle.dumps(env))])
def test_a_copy_plays_on_alone(duplicate: Any) -> None:
    env = Env2048Env(observation="log2")
    env.reset(seed=9)
    for action in range(10):
        env.step(action % 4)
    before = env.get_state()
    twin = duplicate(env)
    steps = [twin.step(action % 4)[:4] for action in range(30)]
    assert np.array_equal(env.get_state(), before)
    for action, step in enumerate(steps):
        found = env.step(action % 4)
        assert np.array_equal(found[0], step[0]) and found[1:4] == step[1:]


def test_a_state_is_taken_over_whole_or_not_at_all(env: Env2048Env) -> None:
    env.reset(seed=1)
    state = env.get_state()
    expected = [env.step(action % 4)[0].tobytes() for action in range(20)]
    env.set_state(state)
    assert [env.step(action % 4)[0].tobytes() for action in range(20)] == expected
    for word, value in ((0, 2**63), (2, 9), (8, 2**63)):
        wrong = state.copy()
        wrong[word] = value
        now = env.get_state()
        with pytest.raises(ValueError, match="State of slot 0"):
            env.set_state(wrong)
        assert np.array_equal(env.get_state(), now)
    with pytest.raises(ValueError, match="shape"):
        env.set_state(state[:-1])


def test_there_is_no_call_that_gymnasium_has_given_up() -> None:
    assert not hasattr(Env2048Env, "seed")


def test_the_wrapper_counts_our_score() -> None:
    env = gymnasium.wrappers.RecordEpisodeStatistics(gymnasium.make("env2048/Env2048-v0"))
    random = np.random.default_rng(0)
    _, info = env.reset(seed=0)
    ended = False
    while not ended:
        _, _, ended, _, info = env.step(legal_action(info["action_mask"], random))
    assert info["episode"]["r"] == info["score"] and info["episode"]["l"] == info["moves"]
