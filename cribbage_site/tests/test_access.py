"""Access rights: every URL of the site, every call and every socket, for every kind of visitor.

A new URL has no line in `REQUESTS`, so the test fails until it gets one.
"""

import re
from collections.abc import Iterator
from typing import Any

import pytest
from django.core.cache import cache
from django.db import transaction
from django.http import HttpRequest, HttpResponse
from django.test import Client
from django.urls import resolve
from django.utils.safestring import SafeString

from common import clock
from common.rendered import forget_rendered
from cribbage_site.tests.addresses import routes
from game.accounts.guests import create_guest
from game.lobby.pairing import GameSettings
from game.models import Chat, Player, Seek
from game.shared_rounds.announcing import announce
from game.tokens.tokens import make_token
from people.appointments import appointments
from people.clubs.joining import make_link
from people.clubs.models import Club, Membership
from people.mail.unsubscribe import stop_url
from people.moderation.rulings import ban, warn
from programs.board_games import games as board_games
from rng import entropy
from study.same_cards.inviting import invite
from tests.worlds.dealt_games import create_thrown_game
from tests.worlds.exercises import create_exercise
from tests.worlds.finished_games import create_finished_game
from tests.worlds.oauth import App
from tests.worlds.people import REASON, host, in_days, moderator, player
from tests.worlds.same_cards import create_answered, create_played_game
from tests.worlds.throws import create_throw
from tournaments.desk import actions
from tournaments.events.kinds.settings import EventSettings
from tournaments.events.kinds.team_members import make_teams
from tournaments.events.manage.creating import build_event, save_new
from tournaments.events.models import CalendarFeed, Entry
from tournaments.seasons.models import Season

PEOPLE = ("nobody", "guest", "another", "banned", "owner", "moderator", "host")

BOARD_GAME = '[A "Ann"] [B "Bo"] #1b up: 5S {a good cut} a8C7D? {not sure} bxx a-resign'

# The outcomes of a request, a letter each.
MEANS = {200: "o", 201: "o", 202: "o", 400: "x", 401: "u", 403: "f", 404: "n", 405: "w", 409: "c", 429: "g"}
LOG_IN = "l"  # redirect to the login
AWAY = ">"  # redirect elsewhere
TEAPOT = 418

REQUESTS = {
    "GET /": "ooofooo",
    "GET /join/{code}": "ooofooo",
    "GET /appointment/{appointment}": "ooofooo",
    "GET /appointment/{agreed}": "lfffoff",
    "GET /appointment/nothing": "nnnfnnn",
    "GET /appointment/{appointment}/calendar.ics": "ooofooo",
    "GET /appointment/{agreed}/calendar.ics": "ffffoff",
    "GET /table/{live}": "ooofooo",
    "GET /table/{over}": "ooofooo",
    "GET /table/{mine}": "nnnfonn",
    "GET /game/{live}": ">>>f>>>",
    "GET /game/{over}": "ooofooo",
    "GET /game/{live}/crib": "cccfccc",
    "GET /game/{over}/crib": "ooofooo",
    "GET /paste": "ooofooo",
    "GET /board-games": "llofooo",
    "GET /board-games/new": "llofooo",
    "GET /board-games/{board}": "nnnfonn",
    "GET /board-games/{board}/edit": "nnnfonn",
    "GET /board-games/{board}/crib": "nnnfonn",
    "GET /api/board-games/{board}/review": "nnnfonn",
    "GET /data": "ooofooo",
    "GET /data/feed.xml": "ooooooo",
    "GET /data/nothing": "nnnfnnn",
    "GET /embed/game/{live}": "nnnnnnn",
    "GET /embed/game/{over}": "ooooooo",
    "GET /oembed": "xxxxxxx",
    "GET /oembed?url=http://testserver/game/{over}": "ooooooo",
    "GET /oembed?url=http://testserver/game/{live}": "nnnnnnn",
    "GET /game/{live}/deals": ">>>f>>>",
    "GET /game/{over}/deals": "ooofooo",
    "GET /events": "ooofooo",
    "GET /events/new": "nnnfnno",
    "GET /events/past": "ooofooo",
    "GET /events/rules": "ooofooo",
    "GET /events/calendar": "lnofooo",
    "GET /events/calendar/{calendar}.ics": "ooofooo",
    "GET /events/calendar/forged.ics": "nnnfnnn",
    "GET /events/{event}": "ooofooo",
    "GET /events/{event}/edit": "nnnfnno",
    "GET /events/{event}/pairings": "ooofooo",
    "GET /events/{event}/picture.png": "ooofooo",
    "GET /events/feed.xml": "ooooooo",
    "GET /events/join/{team}": "ooofooo",
    "GET /events/join/forged": "nnnfnnn",
    "GET /events/{event}/boards": "nnnfnnn",
    "GET /events/{event}/night": "nnnfnnn",
    "GET /events/{event}/standings.csv": "ooofooo",
    "GET /events/{event}/results.csv": "ooofooo",
    "GET /events/{event}/pairings.csv": "ooofooo",
    "GET /events/{event}/calendar.ics": "ooofooo",
    "GET /events/{event}/boards.csv": "ooofooo",
    "GET /api/events": "ooofooo",
    "GET /api/events/{event}": "ooofooo",
    "GET /api/events/{event}/mine": "foofooo",
    "GET /api/events/{event}/pairings": "ooofooo",
    "GET /api/events/{event}/boards": "ooofooo",
    "GET /api/decks/{decks}": "ooofooo",
    "GET /api/decks/{decks}/record": "ooofooo",
    "GET /api/decks/{decks}/log": "nnnfnnn",
    "GET /api/keys": "nnnfnnn",
    "GET /fairness/verify": "ooofooo",
    "GET /fairness/verify.py": "ooofooo",
    "GET /fairness/verify.html": "ooofooo",
    "GET /fairness/bots.zip": "ooofooo",
    "GET /fairness/transcript.schema.json": "ooofooo",
    "GET /log": "ooofooo",
    "GET /log/nothing": "nnnfnnn",
    "GET /appeal": ">>>o>>>",
    "GET /@{owner}": "ooofooo",
    "GET /privacy": "ooooooo",
    "GET /mail/stop/{stop}": "ooooooo",
    "GET /mail/stop/1:forged": "nnnnnnn",
    "GET /lab": "ooofooo",
    "GET /train": "ooofooo",
    "GET /improve": "ooofooo",
    "GET /throw": "ooofooo",
    "GET /throw/{day}": "ooofooo",
    "GET /throw/{day}/picture.png": "ooofooo",
    "GET /throws": ">>>f>>>",
    "GET /throws/2026-01": "ooofooo",
    "GET /throws/feed.xml": "ooooooo",
    "GET /learn": "ooofooo",
    "GET /rules": "ooofooo",
    "GET /settings": "ooofooo",
    "GET /settings/notices": "loofooo",
    "GET /api/lab?cards=5H+5S+5D+JC+QS+AH": "ooofooo",
    "GET /api/throws/{day}": "ooofooo",
    "GET /api/train": "ffofooo",
    "GET /api/games/{live}/review": "cccfccc",
    "GET /api/games/{over}/review": "ooofooo",
    "GET /api/games/{live}/coach": "cccfccc",
    "GET /api/games/{over}/coach": "ooofooo",
    "GET /api/games/{live}/meaning": "cccfccc",
    "GET /api/games/{over}/meaning": "ooofooo",
    "GET /api/games/{live}/replay": "cccfccc",
    "GET /api/games/{over}/replay": "ooofooo",
    "GET /api/games/{live}/transcript": "cccfocc",
    "GET /api/games/{over}/transcript": "ooofooo",
    "GET /api/players/{owner}/head-start": "ooofooo",
    "GET /api/nothing": "nnnfnnn",
    "GET /api/clients/everyother_bot.py": "ooofooo",
    "GET /api/clients/nothing": "nnnfnnn",
    "GET /friends": "llofooo",
    "GET /friends/here": "ooofooo",
    "GET /following": ">>>f>>>",
    "GET /desk": "llofooo",
    "GET /desk/{desk}": "llnfonn",
    "GET /desk/{desk}/screen": "ooofooo",
    "GET /desk/{desk}/pairings": "llnfonn",
    "GET /desk/{desk}/cards": "llnfonn",
    "GET /desk/{desk}/slips": "llnfonn",
    "GET /desk/{desk}/order.csv": "llnfonn",
    "GET /desk/{desk}/games.csv": "llnfonn",
    "GET /desk/card/{sitter}": "ooofooo",
    "GET /api/following/{owner}": "ooofooo",
    "GET /clubs": "ooofooo",
    "GET /clubs/new": "llofooo",
    "GET /clubs/join/{token}": "ooof>oo",
    "GET /clubs/join/forged": "cccfccc",
    "GET /club/owls": "ooofooo",
    "GET /club/nothing": "nnnfnnn",
    "GET /club/owls/events/new": "llffoff",
    "GET /club/owls/duel": "llffoff",
    "GET /club/owls/calendar.ics": "ooofooo",
    "GET /club/nothing/calendar.ics": "nnnfnnn",
    "GET /club/owls/season/1": "ooofooo",
    "GET /club/owls/past": "ooofooo",
    "GET /club/owls/table": "ooofooo",
    "GET /club/nothing/table": "nnnfnnn",
    "GET /archive/winners": "ooofooo",
    "GET /archive/@{owner}": "ooofooo",
    "GET /archive/@{owner}/opponents": "ooofooo",
    "GET /archive/@nobody": "nnnfnnn",
    "GET /club/owls/season/2": "nnnfnnn",
    "GET /daily": "ooofooo",
    "GET /daily/2020-01-01": "nnnfnnn",
    "GET /daily/month/2020-01": "nnnfnnn",
    "GET /daily/2020-01-01/picture.png": "nnnfnnn",
    "GET /daily/2020-01-01/own.png": "nnnfnnn",
    "GET /api/daily": "ooofooo",
    "GET /api/daily/2020-01-01": "nnnfnnn",
    "GET /cards/{cards}": "ooofooo",
    "GET /cards/nothing": "nnnfnnn",
    "GET /game/{first}/beside/{second}": "ooofooo",
    "GET /game/{live}/beside/{over}": "nnnfnnn",
    "GET /seasons": "ooofooo",
    "GET /seasons/1": "ooofooo",
    "GET /seasons/closed/1": "nnnfnnn",
    "GET /ladder": "ooofooo",
    "GET /strength": "ooofooo",
    "GET /game/{live}/luck": ">>>f>>>",
    "GET /ladder/mine": "ooofooo",
    "GET /ladder/rules": "ooofooo",
    "GET /ladder/bots": "ooofooo",
    "GET /fairness": "ooofooo",
    "GET /fairness/endings.json": "ooofooo",
    "GET /fairness/deals": "ooofooo",
    "GET /fairness/deals?game={over}": "ooofooo",
    "GET /fairness/decks.csv": "ooofooo",
    "GET /fairness/decks.bin": "ooofooo",
    "GET /fairness/decks.json": "ooofooo",
    "GET /fairness/simulated.bin": "ooofooo",
    "GET /fairness/simulated.json": "ooofooo",
    "GET /fairness/lab": "ooofooo",
    "GET /fairness/lab/found?decks=1": "ooofooo",
    "GET /fairness/lab/hand": "ooofooo",
    "GET /fairness/lab/razz?cards=A&games=1000": "ooofooo",
    "GET /fairness/lab/razz/equity?hands=A2345&hands=K": "xxxfxxx",
    "GET /fairness/lab/hand/shown": "xxxfxxx",
    "GET /friend": "ooofooo",
    "GET /picture.png": "ooofooo",
    "GET /join/{code}/picture.png": "ooofooo",
    "GET /game/{live}/picture.png": "nnnfnnn",
    "GET /game/{over}/picture.png": "ooofooo",
    "GET /@{owner}/feed.xml": "ooooooo",
    "GET /@{owner}/picture.png": "ooofooo",
    "GET /robots.txt": "ooofooo",
    "GET /sitemap.xml": "ooooooo",
    "GET /favicon.ico": "ooofooo",
    "GET /words.js": "ooofooo",
    "GET /manifest.webmanifest": "ooofooo",
    "GET /sw.js": "ooofooo",
    "GET /offline": "ooofooo",
    "GET /.well-known/security.txt": "nnnfnnn",
    "GET /accounts/signup/": "oo>f>>>",
    "GET /accounts/login/": "oo>f>>>",
    "GET /accounts/login/code/": ">>>f>>>",
    "GET /accounts/logout/": ">>ooooo",
    "GET /accounts/password/reset/": "ooofooo",
    "GET /accounts/password/reset/done/": "ooofooo",
    "GET /accounts/password/reset/key/a-b/": "ooofooo",
    "GET /accounts/password/reset/key/done/": "ooofooo",
    "GET /accounts/email/confirm/forged/": "ooofooo",
    "GET /accounts/": "llofooo",
    "GET /accounts/email/": "llofooo",
    "GET /accounts/password/": "llofooo",
    "GET /accounts/confirm/": "llofooo",
    "GET /accounts/confirm/code/": "ll>f>>>",
    "GET /accounts/second-factor/": "llofooo",
    "GET /accounts/second-factor/on/": "ll>f>>>",
    "GET /accounts/second-factor/off/": "llnfnnn",
    "GET /accounts/second-factor/codes/": "llnfnnn",
    "GET /accounts/second-factor/codes/new/": "ll>f>>>",
    "GET /accounts/second-factor/codes/file/": "llnfnnn",
    "GET /accounts/download/": "llooooo",
    "GET /accounts/delete/": "llooooo",
    # Programs: none of these visitors sends a token, and cookies are ignored.
    "GET /api": "ooofooo",
    "GET /api/v1/openapi.json": "ooooooo",
    "GET /api/v1/me": "uuuuuuu",
    "GET /api/v1/limits": "uuuuuuu",
    "GET /api/v1/players/{owner}": "ooooooo",
    "GET /api/v1/players/{owner}/curve": "ooooooo",
    "GET /api/v1/players/{owner}/games": "ooooooo",
    "GET /api/v1/ladder/people": "ooooooo",
    "GET /api/v1/ladder/bots": "ooooooo",
    "GET /api/v1/bots": "ooooooo",
    "GET /api/v1/bots/me/trials/nothing": "uuuuuuu",
    "GET /api/v1/engines/me": "uuuuuuu",
    "GET /api/v1/pair/{owner}/Bob": "ooooooo",
    "GET /api/v1/games/{live}": "ooooooo",
    "GET /api/v1/games/{live}/transcript": "ccccccc",
    "GET /api/v1/games/{live}/replay": "ccccccc",
    "GET /api/v1/games/{live}/review": "ccccccc",
    "GET /api/v1/games/{live}/meaning": "ccccccc",
    "GET /api/v1/games/{over}/replay": "ooooooo",
    "GET /api/v1/lab?cards=5H+5S+5D+JC+QS+AH": "ooooooo",
    "GET /api/v1/chances": "ooooooo",
    "GET /api/v1/score?hand=5H+5C+5D+JS&starter=5S": "ooooooo",
    "GET /api/v1/daily": "ooooooo",
    "GET /api/v1/daily/2020-01-01": "nnnnnnn",
    "GET /api/v1/events": "ooooooo",
    "GET /api/v1/events/{event}": "ooooooo",
    "GET /api/v1/events/{event}/pairings": "ooooooo",
    "GET /api/v1/clubs": "ooooooo",
    "GET /api/v1/clubs/owls": "ooooooo",
    "GET /api/v1/clubs/owls/table": "ooooooo",
    "GET /api/v1/archive/events": "ooooooo",
    "GET /api/v1/archive/winners": "ooooooo",
    "GET /api/v1/players/{owner}/events": "ooooooo",
    "GET /api/v1/players/{owner}/trophies": "ooooooo",
    "GET /api/v1/players/{owner}/opponents": "ooooooo",
    "GET /api/v1/following": "uuuuuuu",
    "GET /api/v1/blocks": "uuuuuuu",
    "GET /api/v1/bots/online": "ooooooo",
    "GET /api/v1/me/games": "uuuuuuu",
    "GET /api/v1/games/{live}/crib": "ccccccc",
    "GET /api/v1/games/{over}/crib": "ooooooo",
    "GET /api/v1/stream": "uuuuuuu",
    "GET /api/v1/games/live": "ooooooo",
    "GET /api/v1/games/{live}/watch": "ooooooo",
    "GET /api/v1/challenges": "uuuuuuu",
    "GET /api/v1/play/{live}": "uuuuuuu",
    "GET /api/v1/nothing": "nnnnnnn",
    "GET /settings/tokens": "llofooo",
    "GET /settings/bots": "llofooo",
    "GET /settings/apps": "llofooo",
    "GET /device": "llofooo",
    "GET /oauth/authorize": "llxfxxx",
    "GET /oauth/authorize?{consent}": "ll>f>>>",
    "GET /.well-known/oauth-authorization-server": "ooofooo",
    "GET /admin/": "lllfloo",
    "GET /admin/game/player/": "lllfloo",
    "GET /admin/game/game/{live}/change/": "lllfloo",
    "GET /admin/auth/group/": "lllflfo",
    "GET /admin/auth/group/add/": "lllflfo",
    "GET /admin/nothing/": "lllflnn",
    "POST /play against=novice": ">>>f>>>",
    "POST /play seek=nothing": "nnnfnnn",
    "POST /friend": ">>>f>>>",
    "POST /paste crib=nothing": "xxxfxxx",
    "POST /board-games/new crib=nothing": "llxfxxx",
    "POST /board-games/{board} do=share": "nnnf>nn",
    "POST /board-games/{board}/edit crib=nothing": "nnnfxnn",
    'POST /api/board-games/check {{"crib":"nothing"}}': "ooofooo",
    "POST /api/board-games/{board}/review": "nnnfcnn",
    "POST /daily/play": "cccfccc",
    "POST /api/daily/play": "cccfccc",
    "POST /join/{code}": ">>>fo>>",
    "POST /appointment/{appointment} do=accept": ">>>fx>>",
    "POST /appointment/{agreed} do=call_off": "lfff>ff",
    "POST /appointment/{agreed} do=play": "lfffcff",
    "POST /game/{over}/cards": "fffffff",
    "POST /cards/{cards}/play": ">>>ff>>",
    "POST /cards/{cards}/withdraw": "ffff>ff",
    "POST /events/new": "nnnfnnx",
    "POST /events/calendar do=make": "ln>f>>>",
    "POST /events/{event}/edit": "nnnfnnx",
    "POST /events/join/{team}": "ll>f>>>",
    "POST /events/{event}/enter act=join": ">>>f>>>",
    "POST /events/{event}/direct act=void&reason=No+more.": ">>>f>>>",
    'POST /api/events/{event}/edit {{"reason":"No reason.","games":5}}': "ffffffo",
    "POST /api/events/{event}/join": "fffffff",
    "POST /api/events/{event}/leave": "ffffoff",
    "POST /api/events/{event}/pause": "ffffoff",
    "POST /api/events/{event}/resume": "ffffoff",
    'POST /api/events/{event}/direct/void {{"reason":"No more."}}': "ffffffo",
    "POST /appeal text=Sorry": ">>>>>>>",
    "POST /warnings/{warning}/read": ">>>>>>>",
    "POST /mail/stop/{stop}": "ooooooo",
    "POST /mail/stop/1:forged": "nnnnnnn",
    "POST /settings theme=dark": "xxxfxxx",
    "POST /settings/notices turn-mail=on": "l>>f>>>",
    "POST /halscrib/forget": ">>>f>>>",
    "POST /fairness/lab/own": "xxxfxxx",
    'POST /api/games {{"against":"novice"}}': "ooofooo",
    "POST /api/games/{live}/rematch": "ffffcff",
    "POST /api/games/{over}/rematch": "fffffff",
    "POST /api/games/{live}/review": "cccfccc",
    "POST /api/games/{over}/review": "ooofooo",
    'POST /api/games/{live}/doubts {{"number":1,"says":"It was another.","evidence":{{}}}}': "ffffoff",
    "POST /api/join/{code}": "ooofxoo",
    "POST /api/seeks/{asked}/accept": "ffffoff",
    'POST /api/seeks/{asked}/decline {{"reason":"no"}}': "ffffoff",
    "POST /api/seeks/{mine}/cancel": "ffffoff",
    'POST /api/seeks/{mine}/commitment {{"c":"' + "0" * 64 + '"}}': "ffffoff",
    "POST /api/decks/{decks}/enter": "ooofooo",
    'POST /api/decks/{decks}/commit {{"c":"' + "0" * 64 + '"}}': "foofooo",
    'POST /api/decks/{decks}/reveal {{"secret":"' + "0" * 64 + '"}}': "fccfccc",
    "POST /api/train": "ffofooo",
    'POST /api/train/{exercise} {{"cards":["5H","6S"]}}': "ffnfonn",
    'POST /api/throws/{day} {{"cards":["AS","2S"]}}': "xxxfxxx",
    'POST /api/block {{"name":"Bob"}}': "ooofooo",
    'POST /api/unblock {{"name":"Bob"}}': "ooofooo",
    "POST /desk name=Tuesday&games=9&best_of=3": "ll>f>>>",
    "POST /desk/{desk} do=pair": "llnf>nn",
    "POST /desk/card/{sitter} won=me&loser_has=90&number=1": "nnnfnnn",
    "POST /clubs/new name=Another": "llfffff",
    "POST /clubs/join/{token}": "ll>f>>>",
    "POST /club/owls do=ask": "ll>fc>>",
    "POST /club/owls do=leave": "llcffcc",
    "POST /club/owls do=close&written=Owls": "llff>ff",
    "POST /friends follow=Bob": "ll>f>>>",
    'POST /api/follow {{"name":"Bob"}}': "ffofooo",
    'POST /api/unfollow {{"name":"Bob"}}': "ffofooo",
    'POST /api/report {{"said":{said}}}': "nnnfonn",
    'POST /api/me/pause {{"pause":"none"}}': "ooofooo",
    'POST /api/me/look {{"theme":"dark"}}': "ooofooo",
    "POST /api/me/notices/read": "foofooo",
    "POST /api/me/push": "xxxfxxx",
    "POST /api/me/push/stop": "foofooo",
    "POST /api/me/push/check": "foofooo",
    "POST /api/me/warnings/{warning}/read": "foofooo",
    "POST /api/nothing": "nnnfnnn",
    'POST /api/v1/tokens/test {{"tokens":[]}}': "uuuuuuu",
    "DELETE /api/v1/token": "uuuuuuu",
    'POST /api/v1/players {{"names":["Bob"]}}': "ooooooo",
    "POST /api/v1/games/{over}/review": "uuuuuuu",
    'POST /api/v1/games/export {{"games":["{over}"]}}': "ooooooo",
    'POST /api/v1/challenges {{"against":"novice"}}': "uuuuuuu",
    "POST /api/v1/challenges/{asked}/accept": "uuuuuuu",
    'POST /api/v1/boards {{"games":["{live}"]}}': "ooooooo",
    'POST /api/v1/crib {{"crib":"nonsense"}}': "xxxxxxx",
    "PUT /api/v1/following/Bob": "uuuuuuu",
    "DELETE /api/v1/following/Bob": "uuuuuuu",
    "PUT /api/v1/blocks/Bob": "uuuuuuu",
    "DELETE /api/v1/blocks/Bob": "uuuuuuu",
    "POST /api/v1/challenges/{asked}/decline": "uuuuuuu",
    "POST /api/v1/challenges/{mine}/cancel": "uuuuuuu",
    "POST /api/v1/seeks": "uuuuuuu",
    'POST /api/v1/play/{live}/move {{"ply":3,"move":{{"kind":"go"}}}}': "uuuuuuu",
    'POST /api/v1/play/{live}/commit {{"c":"' + "0" * 64 + '"}}': "uuuuuuu",
    'POST /api/v1/play/{live}/reveal {{"secret":"' + "0" * 64 + '"}}': "uuuuuuu",
    'POST /api/v1/play/{live}/say {{"phrase":"luck"}}': "uuuuuuu",
    'POST /api/v1/bots/upgrade {{"owner":"eo_","engine":"deep","version":"1"}}': "uuuuuuu",
    'POST /api/v1/bots/me/trials {{"against":"novice","pairs":10}}': "uuuuuuu",
    'POST /api/v1/engines {{"name":"deep_crib","version":"1"}}': "uuuuuuu",
    "POST /api/v1/engines/work": "uuuuuuu",
    'POST /api/v1/engines/work/1 {{"id":1,"move":{{"kind":"play","card":"5H"}}}}': "uuuuuuu",
    'PUT /api/v1/bots/me {{"engine":"deep","version":"1"}}': "uuuuuuu",
    "POST /api/v1/play/{live}/resign": "uuuuuuu",
    "POST /api/v1/play/{live}/claim_win": "uuuuuuu",
    "POST /settings/tokens name=bot&days=30": "ll>f>>>",
    "POST /settings/tokens/{own_token}/revoke": "ll>f>>>",
    "POST /settings/bots name=Deep": "ll>f>>>",
    "POST /settings/apps name=Board&redirects=https://app.example/done": "llofooo",
    "POST /settings/apps/{own_app}/delete": "ll>f>>>",
    "POST /settings/apps/{own_app}/disconnect": "ll>f>>>",
    "POST /oauth/authorize?{consent} do=allow": "ll>f>>>",
    "POST /device code=ABCD-EFGH": "ll>f>>>",
    "POST /oauth/token grant_type=password": "xxxfxxx",
    "POST /oauth/revoke token=eo_": "uuufuuu",
    "POST /oauth/device client_id=app_": "xxxfxxx",
    "POST /accounts/signup/ username=Zoe&password1=every+other+hand": ">>>f>>>",
    "POST /accounts/login/ login=Bob&password=wrong": "xx>f>>>",
    "POST /accounts/login/code/ code=123456": ">>>f>>>",
    "POST /accounts/logout/": ">>>>>>>",
    "POST /accounts/password/reset/ email={who}@example.com": ">>>f>>>",
    "POST /accounts/password/reset/key/a-b/ password1=every+other+hand": "ooofooo",
    "POST /accounts/email/confirm/forged/": "nnnfnnn",
    "POST /accounts/ private=on": "ll>f>>>",
    "POST /accounts/email/ action_add=&email=a@example.com": "ll>f>>>",
    "POST /accounts/password/ oldpassword=wrong&password1=fifteen+two+and+a+pair": "llxfxxx",
    "POST /accounts/confirm/ password=wrong": "llxfxxx",
    "POST /accounts/confirm/code/ code=123456": "ll>f>>>",
    "POST /accounts/second-factor/on/ code=123456": "ll>f>>>",
    "POST /accounts/second-factor/off/": "llnfnnn",
    "POST /accounts/second-factor/codes/new/": "ll>f>>>",
    "POST /accounts/delete/ password=wrong": "llxxxxx",
    "POST /admin/game/player/add/": "lllflff",
    "POST /admin/logout/": ">>>f>>>",
}


@pytest.fixture(autouse=True)
def nobody_asked_before(settings: Any) -> None:
    settings.CACHES = {"default": {"BACKEND": "common.http.rate_limit_cache.LocalRateLimitCache"}}
    cache.clear()


class Site:
    """A site with rows of every kind, most of them the owner's."""

    def __init__(self) -> None:
        now = clock.now()
        boss = host("Hostess")
        self.people: dict[str, Player | None] = {
            "nobody": None,
            "guest": create_guest(),
            "another": player("Carl"),
            "banned": player("Dora"),
            "owner": player("Ann"),
            "moderator": moderator("Warden"),
            "host": boss,
        }
        ann, bob = self.people["owner"], player("Bob")
        live, over = create_thrown_game(ann, bob), create_finished_game()
        seek = {
            "target": 121,
            "counting": "auto",
            "clock": "quick",
            "created_at": now,
            "expires_at": in_days(1),
        }
        link = Seek.objects.create(id=entropy.game_id(), player=ann, code=entropy.game_id(), **seek)
        seek_to_ann = Seek.objects.create(id=entropy.game_id(), player=bob, to=ann, **seek)
        event = build_event(EventSettings("night", "Friday night", in_days(1)), by=boss)
        event.save(force_insert=True)
        Entry.objects.create(event=event, player=ann, joined_at=now)
        ban(by=boss, player=self.people["banned"], reason=REASON)
        desk = actions.create(director=ann, name="Tuesday", games=9, best_of=3)
        actions.add_players(desk.pk, ["Eve", "Fay"])
        owls = Club.objects.create(name="Owls", slug="owls", likeness="ovvls", created_at=now)
        for member, role in ((ann, "owner"), (bob, "member")):
            Membership.objects.create(club=owls, player=member, role=role, since=now)
        for number, club in ((1, None), (1, owls)):
            Season.objects.create(club=club, number=number, starts_at=now, ends_at=in_days(91))
        duel = build_event(EventSettings("teams", "Hares – Owls", in_days(1), team_size=2), by=boss)
        save_new(duel)
        make_teams(duel, ("Hares", "Owls"), ((), ()))
        asked, agreed = (
            appointments.suggest(player=ann, to=None, starts_at=in_days(n), settings=GameSettings())
            for n in (1, 2)
        )
        appointments.accept(appointment_id=agreed.pk, player=bob)
        answered, cards = create_answered(), create_played_game(ann)
        app = App(ann)
        self.names = {
            "appointment": asked.pk,
            "agreed": agreed.pk,
            "cards": invite(cards, ann).pk,
            "first": answered.game_id,
            "second": answered.answer_id,
            "token": make_link(player=ann, club=owls).token,
            "event": event.pk,
            "team": duel.teams.get(number=0).token,
            "calendar": CalendarFeed.objects.create(
                player=ann, token=entropy.club_token(), made_at=now
            ).token,
            "decks": announce({}, 1).pk,
            "day": create_throw().day,
            "exercise": create_exercise(ann, over).pk,
            "desk": desk.pk,
            "sitter": desk.sitters.get(name="Eve").code,
            "board": board_games.save(ann, BOARD_GAME).pk,
            "live": live.pk,
            "over": over.pk,
            "mine": link.pk,
            "code": link.code,
            "asked": seek_to_ann.pk,
            "owner": ann.username,
            "warning": warn(by=boss, player=ann, reason=REASON).pk,
            "stop": stop_url(ann.pk).rpartition("/")[2],
            "own_app": app.row.pk,
            "consent": app.link().partition("?")[2],
            "own_token": make_token(player=ann, name="bot", scopes=[], days=30)[0].pk,
            "said": Chat.objects.create(game=live, player=bob, seat=1, text="Lucky!", at=now).pk,
        }
        self.clients = {name: Client() for name in PEOPLE}
        for name, one in self.people.items():
            if one is not None:
                self.clients[name].force_login(one)

    def request(self, who: str, line: str) -> str:
        """Return the outcome of one request. Its changes are rolled back."""
        method, path, *body = line.format_map(self.names | {"who": who}).split(" ", 2)
        kind = "application/json" if path.startswith("/api/") else "application/x-www-form-urlencoded"
        client = self.clients[who]
        cookies = client.cookies.copy()
        with transaction.atomic():
            answer = client.generic(method, path, *body, content_type=kind)
            transaction.set_rollback(True)
        client.cookies = cookies
        if answer.status_code in (301, 302):
            return LOG_IN if "/login/?next=" in answer["Location"] else AWAY
        return MEANS[answer.status_code]


@pytest.fixture
def without_templates(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Render nothing: views grant access, and rendering takes most of the time of a request."""
    monkeypatch.setattr("django.template.backends.django.Template.render", lambda *_, **__: SafeString())
    yield
    forget_rendered()


@pytest.mark.slow
@pytest.mark.django_db
def test_every_visitor_has_exactly_the_intended_access(without_templates: None) -> None:
    site = Site()
    found = {line: "".join(site.request(who, line) for who in PEOPLE) for line in REQUESTS}
    assert {line: who for line, who in found.items() if who != REQUESTS[line]} == {}


def paths_by_name(names: dict[str, Any]) -> dict[str, str]:
    """Return a path for each URL outside of the admin, by Django's notation of the URL."""
    paths = {line.split(" ", 2)[1].partition("?")[0].format_map(names) for line in REQUESTS}
    return {resolve(path).route: path for path in sorted(paths) if not path.startswith("/admin/")}


@pytest.mark.slow
@pytest.mark.django_db
def test_every_url_is_listed() -> None:
    known = paths_by_name(Site().names)
    assert [route for route in routes() if not route.startswith("admin/") and route not in known] == []


@pytest.mark.slow
@pytest.mark.django_db
def test_only_hosts_and_moderators_can_use_the_admin(without_templates: None) -> None:
    # All URLs except the table's. people/moderation/tests/admin/test_pages.py walks the admin from inside.
    site = Site()
    paths = {
        f"/{route}".replace("<path:object_id>", site.names["live"])
        for route in routes()
        if route.startswith("admin/") and not re.search("[(]|content_type_id|log(in|out)", route)
    }
    assert paths
    for path in paths:
        who_ask = ("nobody", "guest", "another", "owner")
        assert {site.request(who, f"GET {path}") for who in who_ask} == {LOG_IN}, path
        assert site.request("another", f"POST {path}") == LOG_IN, path
        assert site.request("banned", f"GET {path}") == "f", path


@pytest.mark.slow
@pytest.mark.django_db
def test_a_page_of_another_site_can_change_nothing(settings: Any) -> None:
    """Every change requires the token that only our own pages have."""
    settings.CSRF_FAILURE_VIEW = f"{__name__}.no_token"
    site = Site()
    client = Client(enforce_csrf_checks=True)
    client.force_login(site.people["owner"])
    paths = {**paths_by_name(site.names), "admin": "/admin/game/player/add/"}
    let_in = {
        path
        for path in paths.values()
        for method in ("POST", "PUT", "PATCH", "DELETE")
        if client.generic(method, path).status_code != TEAPOT
    }
    # A mail program posts there by itself, and only the URL names the player (RFC 8058). Programs use tokens,
    # which no page of another site has, and apps call the endpoints of OAuth without a cookie. Requests are
    # refused before the token is checked: an API URL without a call, and forms without a length.
    elsewhere = {path for path in let_in if not path.startswith("/api/v1/")}
    board_game = f"/board-games/{site.names['board']}/edit"
    refused = {"/api/nothing": 404, "/paste": 413, "/board-games/new": 413, board_game: 413}
    of_apps = {"/oauth/token", "/oauth/revoke", "/oauth/device"}
    assert {path.partition("/stop/")[0] for path in elsewhere} == {"/mail", *of_apps, *refused}
    for path, status in refused.items():
        assert {client.generic(method, path).status_code for method in ("POST", "PUT", "DELETE")} <= {
            status,
            405,
            TEAPOT,
        }


def no_token(request: HttpRequest, reason: str = "") -> HttpResponse:
    """Return a refusal that no page of ours returns, so that it cannot be confused with another."""
    return HttpResponse(status=TEAPOT)
