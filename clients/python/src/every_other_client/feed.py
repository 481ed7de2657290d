"""The events of an account, each of them once, over as many streams as it takes."""

from every_other_client.wire import Json


class EventLog:
    """The events so far. A new stream shows the current state again, and not what ended in between.

    A game or challenge that a new stream has not shown yet is `unconfirmed`: the site is asked about it.
    """

    def __init__(self) -> None:
        self._is_confirmed: dict[tuple[str, str], bool] = {}
        self._others: set[tuple[str, str]] = set()

    def reopen(self) -> None:
        """Begin a new stream."""
        self._is_confirmed = dict.fromkeys(self._is_confirmed, False)

    def unconfirmed(self, kind: str) -> list[str]:
        """Return the ids of the games or challenges whose end may have been missed."""
        return [name for (of, name), is_sure in self._is_confirmed.items() if of == kind and not is_sure]

    def take_in(self, event: Json) -> bool:
        """Return whether an event is new."""
        match event["t"]:
            case "game_start":
                return self._begin("game", event["game"])
            case "challenge":
                return self._begin("challenge", event["id"])
            case "game_over":
                self._others.discard(("event_pairing", event["game"]))
                return self._is_confirmed.pop(("game", event["game"]), None) is not None
            case "challenge_gone":
                return self._is_confirmed.pop(("challenge", event["id"]), None) is not None
            case "event_pairing":
                return self._note("event_pairing", event["game"])
            case "notice":
                return self._note(event["notice"]["kind"], str(event["notice"]["id"]))
        return True  # a kind that is newer than this client

    def _begin(self, kind: str, name: str) -> bool:
        is_new = (kind, name) not in self._is_confirmed
        self._is_confirmed[kind, name] = True
        return is_new

    def _note(self, kind: str, name: str) -> bool:
        is_new = (kind, name) not in self._others
        self._others.add((kind, name))
        return is_new
