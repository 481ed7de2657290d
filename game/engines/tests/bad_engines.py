"""Engines in Python, Node and C: one that answers well, and one for every way to fail."""

import shutil
import subprocess
import sys
from pathlib import Path
from typing import NamedTuple

import pytest

PORT = "47111"

PYTHON = """#!{python} -IS
import json, os, socket, sys, time

for line in sys.stdin:
    ask = json.loads(line)
    if ask["t"] == "hello":
        print('{{"name": "Python", "version": "1"}}', flush=True)
        continue
    {thinks}
    throws = ask["view"]["phase"] == "throw"
    cards = ask["view"]["hand" if throws else "playable"]
    move = {{"kind": "throw", "cards": cards[:2]}} if throws else {{"kind": "play", "card": cards[0]}}
    print(json.dumps({{"id": ask["id"], "move": move}}), flush=True)
"""
NODE = """#!/usr/bin/env node
const net = require("node:net");
const say = (text) => process.stdout.write(text + "\\n");
require("node:readline").createInterface({{ input: process.stdin }}).on("line", (line) => {{
  const ask = JSON.parse(line);
  if (ask.t === "hello") return say('{{"name":"Node","version":"1"}}');
  {thinks}
  const {{ phase, hand, playable }} = ask.view;
  const thrown = {{ kind: "throw", cards: hand.slice(0, 2) }};
  const move = phase === "throw" ? thrown : {{ kind: "play", card: playable[0] }};
  say(JSON.stringify({{ id: ask.id, move }}));
}});
"""
C = """
#include <arpa/inet.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

static char line[1 << 20];

static char *after(const char *name) {{ return strstr(line, name) + strlen(name); }}

int main(void) {{
  while (fgets(line, sizeof line, stdin)) {{
    if (strstr(line, "\\"t\\":\\"hello\\"")) {{
      puts("{{\\"name\\":\\"C\\",\\"version\\":\\"1\\"}}");
      fflush(stdout);
      continue;
    }}
    int id = atoi(after("\\"id\\":"));
    {thinks}
    if (strstr(line, "\\"phase\\":\\"throw\\"")) {{
      char *hand = after("\\"hand\\":[");
      printf("{{\\"id\\":%d,\\"move\\":{{\\"kind\\":\\"throw\\",", id);
      printf("\\"cards\\":[%.4s,%.4s]}}}}\\n", hand, hand + 5);
    }} else {{
      printf("{{\\"id\\":%d,\\"move\\":{{\\"kind\\":\\"play\\",", id);
      printf("\\"card\\":%.4s}}}}\\n", after("\\"playable\\":["));
    }}
    fflush(stdout);
  }}
}}
"""
ILLEGAL = '{"id":1,"move":{"kind":"play","card":"AC"}}'
IN_C = ILLEGAL.replace('"', '\\"')


class Bad(NamedTuple):
    """A way to fail, in each language, and the sentence about it."""

    python: str
    node: str
    c: str
    says: str


NO_NETWORK = (
    r'it ended, with status 1\. Its error output ends with ".*(not permitted|EPERM).*"\. An engine has no'
    r" network, writes no files and reaches no other process \(docs/how-to/run-an-engine\.md#limits\)\."
)
BAD = {
    "exit": Bad("os._exit(3)", "process.exit(3);", "exit(3);", r"it ended, with status 3\."),
    "garbage": Bad(
        "print('I fold', flush=True)",
        'say("I fold");',
        'puts("I fold");',
        r"its answer is not as described\.",
    ),
    "huge": Bad(
        "while True: sys.stdout.write('x' * 65536)",
        "for (;;) require('node:fs').writeSync(1, 'x'.repeat(4000));",
        'for (;;) printf("xxxxxxxxxxxxxxxx");',
        r"its answer is longer than 4096 bytes\.",
    ),
    "illegal": Bad(
        f"print('{ILLEGAL}', flush=True)",
        f"say('{ILLEGAL}');",
        f'puts("{IN_C}"); fflush(stdout);',
        r"the rules do not allow its move\.",
    ),
    "slow": Bad("time.sleep(3600)", "return;", "sleep(3600);", r"it did not answer in time\."),
    "busy": Bad(
        "while True: pass",
        "for (;;) ;",
        "for (;;) ;",
        r"it used more than 3 seconds of CPU time for a question\.",
    ),
    "memory": Bad(
        "hoard = b'x' * (4 << 30)",
        "const hoard = []; for (;;) hoard.push(Buffer.alloc(16 << 20, 1));",
        "for (;;) memset(malloc(1 << 20), 1, 1 << 20);",
        r"it used more than 200 MB of memory\.|MemoryError|it ended, (by signal|with status)",
    ),
    "network": Bad(
        f"socket.create_connection(('127.0.0.1', {PORT}))",
        f"net.connect({PORT}, '127.0.0.1'); return;",
        'if (socket(AF_INET, SOCK_STREAM, 0) < 0) { perror("socket"); exit(1); }',
        NO_NETWORK,
    ),
}


def write_python(folder: Path, thinks: str) -> Path:
    """Write an engine in Python that runs this for each question."""
    return _executable(folder / "engine.py", PYTHON.format(python=sys.executable, thinks=thinks or "pass"))


def write_node(folder: Path, thinks: str) -> Path:
    """Write an engine in JavaScript."""
    return _executable(folder / "engine.js", NODE.format(thinks=thinks))


def write_c(folder: Path, thinks: str) -> Path:
    """Compile an engine in C."""
    source, program = folder / "engine.c", folder / "engine"
    source.write_text(C.format(thinks=thinks))
    compiled = ["gcc", "-O1", "-w", "-o", str(program), str(source)]
    subprocess.run(compiled, check=True)
    return program


def _executable(path: Path, text: str) -> Path:
    path.write_text(text)
    path.chmod(0o755)
    return path


def write(language: str, folder: Path, thinks: str = "") -> Path:
    """Write an engine in this language. Skip the test if the machine cannot run it."""
    if language == "node" and shutil.which("node") is None:
        pytest.skip("NODE IS NOT INSTALLED: engines in Node were NOT tested. Install Node 20.")
    if language == "c" and shutil.which("gcc") is None:
        pytest.skip("GCC IS NOT INSTALLED: engines in C were NOT tested. Install gcc.")
    return {"python": write_python, "node": write_node, "c": write_c}[language](folder, thinks)
