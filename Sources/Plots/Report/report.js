"use strict";
// Replays recorded games: each is its first board, its actions and its new tiles; the rest follows
// from the rules. Cells are numbered row by row, a cell holds an exponent.

/** Slides the tiles of a board; `action` is one of U, R, D, L. Returns the points of the merges. */
function slide(board, rows, columns, action) {
  const vertical = action === "U" || action === "D";
  const lines = vertical ? columns : rows;
  const length = vertical ? rows : columns;
  const backward = action === "R" || action === "D";
  let reward = 0;
  for (let line = 0; line < lines; line++) {
    const cell = (place) => {
      const at = backward ? length - 1 - place : place;
      return vertical ? at * columns + line : line * columns + at;
    };
    let next = 0;
    let canMerge = false;
    for (let place = 0; place < length; place++) {
      const tile = board[cell(place)];
      if (tile === 0) continue;
      board[cell(place)] = 0;
      if (canMerge && board[cell(next - 1)] === tile) {
        board[cell(next - 1)] = tile + 1;
        reward += 2 ** (tile + 1);
        canMerge = false;
      } else {
        board[cell(next)] = tile;
        next += 1;
        canMerge = true;
      }
    }
  }
  return reward;
}

/** All boards and scores of a game, and the cell of each new tile. */
function play(game) {
  const boards = [Uint8Array.from(game.start)];
  const scores = [0];
  for (let move = 0; move < game.actions.length; move++) {
    const board = boards[move].slice();
    scores.push(scores[move] + slide(board, game.rows, game.columns, game.actions[move]));
    board[game.cells[move]] = game.tiles[move];
    boards.push(board);
  }
  return { boards, scores };
}

const faces = ["#d2cbc2", "#f3ecd8", "#f0e2b6", "#f2c584", "#f0a860", "#ec8a4b", "#e56b3c", "#e8cf62",
  "#e0c043", "#d3ae2b", "#bf9b18", "#a58410", "#3b8a63", "#26706a", "#1f5a78", "#28457f", "#3c2f77",
  "#301a52"];

class Replay {
  constructor(element) {
    this.element = element;
    this.games = JSON.parse(element.querySelector("script").textContent);
    this.find = (name) => element.querySelector(`[data-part=${name}]`);
    this.timer = null;
    this.find("game").addEventListener("change", () => this.load());
    this.find("first").addEventListener("click", () => this.go(0));
    this.find("back").addEventListener("click", () => this.go(this.move - 1));
    this.find("play").addEventListener("click", () => this.toggle());
    this.find("forward").addEventListener("click", () => this.go(this.move + 1));
    this.find("last").addEventListener("click", () => this.go(this.game.actions.length));
    this.find("slider").addEventListener("input", (event) => this.go(Number(event.target.value)));
    this.find("speed").addEventListener("change", () => { if (this.timer) this.start(); });
    element.addEventListener("keydown", (event) => this.press(event));
    this.load();
  }

  load() {
    this.pause();
    this.game = this.games[this.find("game").selectedIndex];
    Object.assign(this, play(this.game));
    this.find("slider").max = this.game.actions.length;
    const board = this.find("board");
    board.style.gridTemplateColumns = `repeat(${this.game.columns}, 1fr)`;
    board.replaceChildren(...this.game.start.map(() => document.createElement("div")));
    this.show(0);
  }

  /** Goes to a move and stops there. */
  go(move) {
    this.pause();
    this.show(Math.min(Math.max(move, 0), this.game.actions.length));
  }

  show(move) {
    this.move = move;
    const board = this.boards[move];
    const added = move > 0 ? this.game.cells[move - 1] : -1;
    [...this.find("board").children].forEach((cell, index) => {
      const exponent = board[index];
      const face = exponent === 0 ? "" : String(2 ** exponent);
      cell.textContent = face;
      cell.className = index === added ? "new" : "";
      cell.style.background = faces[Math.min(exponent, faces.length - 1)];
      cell.style.color = exponent >= 11 || exponent === 6 ? "#fff" : "#202020";
      const size = 30 / Math.max(this.game.columns, 3) / Math.max(face.length / 2.5, 1);
      cell.style.fontSize = `min(${size * 0.32}rem, ${size * 1.35}vw)`;
    });
    const names = { U: "up", R: "right", D: "down", L: "left" };
    this.find("move").textContent = `${move} of ${this.game.actions.length}`;
    this.find("score").textContent = this.scores[move].toLocaleString("en");
    this.find("action").textContent = move > 0 ? names[this.game.actions[move - 1]] : "–";
    this.find("board").setAttribute("aria-label", `Board after move ${move}`);
    this.find("slider").value = move;
  }

  toggle() {
    if (this.timer) return this.pause();
    if (this.move === this.game.actions.length) this.show(0);
    this.start();
  }

  start() {
    clearInterval(this.timer);
    const perSecond = Number(this.find("speed").value);
    // A screen shows no more than 50 boards a second; beyond that moves are passed over.
    const stride = Math.max(1, Math.round(perSecond / 50));
    this.timer = setInterval(() => {
      this.show(Math.min(this.move + stride, this.game.actions.length));
      if (this.move === this.game.actions.length) this.pause();
    }, (1000 * stride) / perSecond);
    this.find("play").textContent = "Pause";
  }

  pause() {
    clearInterval(this.timer);
    this.timer = null;
    this.find("play").textContent = "Play";
  }

  /** Arrow keys step, Home and End jump, space plays; controls keep the keys that are theirs. */
  press(event) {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    const tag = event.target.tagName;
    if (tag === "SELECT" || tag === "INPUT" || (tag === "BUTTON" && event.key === " ")) return;
    const keys = {
      ArrowRight: () => this.go(this.move + 1), ArrowLeft: () => this.go(this.move - 1),
      Home: () => this.go(0), End: () => this.go(this.game.actions.length),
      " ": () => this.toggle(),
    };
    if (!(event.key in keys)) return;
    event.preventDefault();
    keys[event.key]();
  }
}

for (const element of document.querySelectorAll(".replay")) element.replay = new Replay(element);
