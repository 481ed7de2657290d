"""How fast sockets open, and how many one account and one address have open here at once."""

import asyncio
from collections import Counter
from dataclasses import dataclass, field

from game.rate_limits import SOCKETS

# At once in this process. Behind an address may be a school, each of whom has a page or two open.
OF_AN_ACCOUNT, OF_A_PLACE = 40, 500
LATER = 60  # seconds, until one of them may be closed

inside: Counter[str] = Counter()


@dataclass(slots=True)
class Ticket:
    """Under what one socket is counted while it is open."""

    counted: list[str] = field(default_factory=list)

    async def admit(self, *, account: int | None = None, place: str | None = None) -> int:
        """Count it for an account or an address; where it is one too many, the seconds to stay away."""
        if account is None and place is None:
            return 0
        who, most = (f"place {place}", OF_A_PLACE) if place else (f"account {account}", OF_AN_ACCOUNT)
        if inside[who] >= most:
            return LATER
        inside[who] += 1
        self.counted.append(who)
        # In a thread of its own: a Redis that does not answer keeps neither moves nor the database waiting.
        return await asyncio.to_thread(SOCKETS.wait, account, place)

    def hand_back(self) -> None:
        """The socket is closed."""
        for who in self.counted:
            inside[who] -= 1
            if not inside[who]:
                del inside[who]
        self.counted.clear()
