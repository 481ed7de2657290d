"""The codes of refusals, each with its HTTP status."""

from common.refusal import Refusal

# The codes of the site's calls and pages. docs/reference/protocol.md explains those of calls.
SITE_STATUSES = {
    "bad_request": 400,
    "banned": 403,
    "blocked": 403,
    "csrf": 403,
    "newcomer": 403,
    "no_account": 403,
    "not_yours": 403,
    "people_only": 403,
    "rated_game": 403,
    "same_owner": 403,
    "same_place": 403,
    "suspended": 403,
    "no_call": 404,
    "no_club": 404,
    "no_daily": 404,
    "no_decks": 404,
    "no_key": 404,
    "no_event": 404,
    "no_exercise": 404,
    "no_game": 404,
    "no_line": 404,
    "no_player": 404,
    "no_seek": 404,
    "no_throw": 404,
    "wrong_method": 405,
    "bot_day": 409,
    "bot_full": 409,
    "committed": 409,
    "engaged": 409,
    "full": 409,
    "not_over": 409,
    "open_board": 409,
    "other_secret": 409,
    "too_early": 409,
    "on_vacation": 409,
    "too_late": 409,
    "void": 409,
    "too_long": 413,
    "too_many": 429,
    "broken": 500,
    "busy": 503,
    "locked": 503,
    "try_again": 503,
}
# The codes of the open API only. game/web/api/call.py explains all that it uses.
OPEN_API_STATUSES = {
    "bad_token": 401,
    "no_token": 401,
    "bad_owner": 403,
    "hush": 403,
    "no_scope": 403,
    "not_a_bot": 403,
    "not_allowed": 403,
    "private": 403,
    "no_engine": 404,
    "no_question": 404,
    "no_trial": 404,
    "answered": 409,
    "has_engine": 409,
    "has_played": 409,
    "illegal": 409,
    "late": 409,
    "name_taken": 409,
    "no_such_ply": 409,
    "not_away": 409,
    "not_begun": 409,
    "signature": 409,
    "stale": 409,
    "trial_runs": 409,
    "unshown": 409,
}
STATUS_BY_CODE = SITE_STATUSES | OPEN_API_STATUSES


def status_of(fault: Refusal | None) -> int:
    """Return the status of a page that shows a refusal, or no refusal."""
    return STATUS_BY_CODE[fault.code] if fault else 200
