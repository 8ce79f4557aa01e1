"""Boards as text, as pictures and in a window.

Pictures are drawn with NumPy alone; pygame is imported only for a window.
"""

from __future__ import annotations

import colorsys
import functools
import os
import sys
from typing import Any

import numpy as np
from gymnasium.error import DependencyNotInstalled
from numpy.typing import NDArray

#: The side of a cell and the gap between cells, in pixels.
CELL, GAP = 64, 8

_BACKGROUND = (0x2B, 0x2D, 0x33)
_EMPTY = (0x3B, 0x3E, 0x46)
_INK = (0xFF, 0xFF, 0xFF)

#: The digits, five rows of three dots each; a bit is a dot, the first row highest.
_DIGITS = (
    0b111_101_101_101_111, 0b010_110_010_010_111, 0b111_001_111_100_111,
    0b111_001_111_001_111, 0b101_101_111_001_001, 0b111_100_111_001_111,
    0b111_100_111_101_111, 0b111_001_001_001_001, 0b111_101_111_101_111,
    0b111_101_111_001_111,
)  # fmt: skip


def check_mode(mode: str | None, known: list[str]) -> None:
    """Raises ValueError for a render mode that is not known."""
    if mode is not None and mode not in known:
        raise ValueError(f"render_mode is {mode!r}: expected None or one of {', '.join(known)}.")


def face_value(exponent: int) -> int:
    """What a player sees; 0 for an empty cell."""
    return 1 << exponent if exponent else 0


def text(board: NDArray[np.uint8], score: int) -> str:
    """The board [rows, columns] as lines of face values, behind the score."""
    values = [[face_value(int(exponent)) for exponent in row] for row in board]
    width = max(len(str(value)) for row in values for value in row)
    lines = [" ".join(str(value or ".").rjust(width) for value in row) for row in values]
    return "\n".join([f"Score {score}", *lines]) + "\n"


def picture(board: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """The board [rows, columns] as an RGB picture [height, width, 3], uint8."""
    rows, columns = board.shape
    pitch = CELL + GAP
    frame = np.empty((rows * pitch + GAP, columns * pitch + GAP, 3), np.uint8)
    frame[:] = _BACKGROUND
    for (row, column), exponent in np.ndenumerate(board):
        top, left = GAP + row * pitch, GAP + column * pitch
        frame[top : top + CELL, left : left + CELL] = _tile(int(exponent))
    return frame


@functools.cache
def _tile(exponent: int) -> NDArray[np.uint8]:
    tile = np.empty((CELL, CELL, 3), np.uint8)
    if exponent == 0:
        tile[:] = _EMPTY
        return tile
    # Around the circle of hues, so that neighbours in value differ in colour.
    hue = (0.58 + 0.083 * (exponent - 1)) % 1.0
    red, green, blue = colorsys.hls_to_rgb(hue, 0.42, 0.55)
    tile[:] = (int(red * 255), int(green * 255), int(blue * 255))
    digits = [int(digit) for digit in str(face_value(exponent))]
    scale = max(1, min(8, (CELL - 8) // (4 * len(digits) - 1)))
    dots = np.zeros((5, 4 * len(digits) - 1), np.bool_)
    for place, digit in enumerate(digits):
        bits = np.array([_DIGITS[digit] >> (14 - dot) & 1 for dot in range(15)], np.bool_)
        dots[:, 4 * place : 4 * place + 3] = bits.reshape(5, 3)
    ink = dots.repeat(scale, axis=0).repeat(scale, axis=1)[:, :CELL]
    top, left = (CELL - ink.shape[0]) // 2, (CELL - ink.shape[1]) // 2
    tile[top : top + ink.shape[0], left : left + ink.shape[1]][ink] = _INK
    return tile


class Window:
    """A window that shows pictures, by pygame.

    Where there is no display it draws on none, so that a program that asks for
    a window by habit still runs.
    """

    def __init__(self, title: str, frames_per_second: int) -> None:
        try:
            import pygame
        except ImportError as error:
            raise DependencyNotInstalled(
                "render_mode 'human' needs pygame: pip install pygame-ce"
            ) from error
        self._pygame: Any = pygame
        self._title = title
        self._frames_per_second = frames_per_second
        self._surface: Any = None
        if sys.platform == "linux" and not {"DISPLAY", "WAYLAND_DISPLAY"} & os.environ.keys():
            os.environ.setdefault("SDL_VIDEODRIVER", "dummy")
        pygame.display.init()
        self._clock = pygame.time.Clock()

    def show(self, frame: NDArray[np.uint8]) -> None:
        """Shows a picture [height, width, 3] and waits for the next frame's time."""
        pygame = self._pygame
        if self._surface is None:
            self._surface = pygame.display.set_mode((frame.shape[1], frame.shape[0]))
            pygame.display.set_caption(self._title)
        pygame.surfarray.blit_array(self._surface, frame.swapaxes(0, 1))
        pygame.event.pump()
        pygame.display.flip()
        self._clock.tick(self._frames_per_second)

    def close(self) -> None:
        """Closes the window."""
        self._pygame.display.quit()
