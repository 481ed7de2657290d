"""Engines written to a folder as programs: one that answers well, and broken ones."""

import shutil
import sys
from pathlib import Path
from textwrap import dedent

import pytest

needs_node = pytest.mark.skipif(shutil.which("node") is None, reason="Node is not installed")

# Each runs in the loop of an engine, where `ask` is the question and `answer` writes a line.
GOOD = """
throws = ask["view"]["phase"] == "throw"
cards = ask["view"]["hand" if throws else "playable"]
random.Random(ask["chance"]).shuffle(cards)
move = {"kind": "throw", "cards": cards[:2]} if throws else {"kind": "play", "card": cards[0]}
answer({"id": ask["id"], "move": move})
"""
LATE = "time.sleep(3600)"
BUSY = "while True: pass"
ILLEGAL = 'answer({"id": ask["id"], "move": {"kind": "play", "card": "AC"}})'
TWICE_THE_SAME = 'answer({"id": ask["id"], "move": {"kind": "throw", "cards": [ask["view"]["hand"][0]] * 2}})'
OTHER_QUESTION = 'answer({"id": 0, "move": {"kind": "play", "card": ask["view"]["hand"][0]}})'
NO_JSON = "print('I fold', flush=True)"
DYING = "os._exit(3)"
FLOOD = "while True: sys.stdout.write('x' * 65536)"
STDERR_FLOOD = "sys.stderr.write('5H JD ' * 200_000); sys.stderr.flush()\n" + GOOD
HUNGRY = "hoard = bytearray(4 << 30)\n" + GOOD


def write_program(folder: Path, thinks: str, *, says: str = '{"name": "Test", "version": "1"}') -> Path:
    """Write an engine that runs this code for each move."""
    loop = dedent(thinks).strip().replace("\n", "\n    ")
    program = folder / "engine"
    program.write_text(
        f"""#!{sys.executable} -IS
import json, os, random, socket, subprocess, sys, time

def answer(what):
    print(json.dumps(what), flush=True)

for line in sys.stdin:
    ask = json.loads(line)
    if ask["t"] == "hello":
        print({says!r}, flush=True)
        continue
    {loop}
"""
    )
    program.chmod(0o755)
    return program


NODE = """#!/usr/bin/env node
const lines = require("node:readline").createInterface({ input: process.stdin });
const say = (answer) => process.stdout.write(JSON.stringify(answer) + "\\n");
lines.on("line", (line) => {
  const ask = JSON.parse(line);
  if (ask.t === "hello") return say({ name: "Node", version: process.version });
  THINKS
  const throws = ask.view.phase === "throw";
  const thrown = { kind: "throw", cards: ask.view.hand.slice(0, 2) };
  say({ id: ask.id, move: throws ? thrown : { kind: "play", card: ask.view.playable[0] } });
});
"""
NODE_HUNGRY = "const hoard = []; for (;;) hoard.push(Buffer.alloc(16 << 20, 1));"


def write_node_program(folder: Path, thinks: str = "") -> Path:
    """Write an engine in JavaScript."""
    program = folder / "engine.js"
    program.write_text(NODE.replace("THINKS", thinks))
    program.chmod(0o755)
    return program
