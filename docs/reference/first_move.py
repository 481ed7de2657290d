"""Sign up, make a game against Novice and discard once: docs/reference/protocol.md as a program.

pip install websockets
python first_move.py http://127.0.0.1:8000 Ann-bot "a good password"
"""

import asyncio
import hashlib
import json
import secrets
import sys
from http.cookiejar import CookieJar
from urllib.parse import urlencode
from urllib.request import HTTPCookieProcessor, Request, build_opener

import websockets

site, name, password = sys.argv[1:]
jar = CookieJar()
browser = build_opener(HTTPCookieProcessor(jar))


def post(path, body, kind):
    token = next(cookie.value for cookie in jar if cookie.name.endswith("csrftoken"))
    headers = {"X-CSRFToken": token, "Content-Type": kind, "Referer": f"{site}/"}
    request = Request(site + path, body, headers)  # noqa: S310 - the user names the site
    return browser.open(request)  # raises an HTTPError if it is refused


def commitment(game, seat, secret):
    parts = (b"cribfair/1|seat", game.encode(), str(seat).encode(), secret)
    return hashlib.sha256(b"".join(len(part).to_bytes(4, "big") + part for part in parts)).hexdigest()


async def play(game, path):
    address, secret = site.replace("http", "ws", 1) + path, secrets.token_bytes(32)
    cookies = "; ".join(f"{cookie.name}={cookie.value}" for cookie in jar)
    async with websockets.connect(address, additional_headers={"Cookie": cookies}) as socket:

        async def send(**frame):
            await socket.send(json.dumps(frame))

        await send(t="hello", since=-1)
        async for text in socket:
            frame = json.loads(text)
            if frame["t"] == "table":
                you = frame["you"]
            must = frame.get("fair", frame).get("must")
            if must == "commit":
                await send(t="commit", c=commitment(game, you, secret))
            elif must == "reveal":
                await send(t="reveal", secret=secret.hex())
            elif frame["t"] == "event" and frame["view"]["phase"] == "throw" and you in frame["view"]["turn"]:
                thrown = {"kind": "throw", "cards": frame["view"]["hand"][:2]}
                await send(t="move", ply=frame["ply"], move=thrown)
            elif frame["t"] == "event" and frame["view"]["throw"]:
                return frame["view"]["throw"]


browser.open(site)
form = urlencode({"username": name, "password1": password}).encode()
post("/accounts/signup/", form, "application/x-www-form-urlencoded")
made = json.load(post("/api/games", b'{"against": "novice"}', "application/json"))
print(name, "threw", *asyncio.run(play(made["game"], made["socket"])))
