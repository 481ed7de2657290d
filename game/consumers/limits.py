"""Limits how fast sockets open, and how many an account or an address may have open in this process."""

import asyncio
from collections import Counter
from dataclasses import dataclass, field

from game.accounts.rate_limits import SOCKETS

# One address may serve a whole school, where every visitor has a page or two open.
MAX_PER_ACCOUNT, MAX_PER_ADDRESS = 40, 500
RETRY_SECONDS = 60  # time to close one of them

open_counts: Counter[str] = Counter()


@dataclass(slots=True)
class SocketSlot:
    """The counters that include one socket while it is open."""

    keys: list[str] = field(default_factory=list)

    async def acquire(self, *, account: int | None = None, client_ip: str | None = None) -> int:
        """Count the socket for an account or an address.

        Return 0, or the seconds to stay away if there are too many.
        """
        if account is None and client_ip is None:
            return 0
        who, most = (
            (f"place {client_ip}", MAX_PER_ADDRESS) if client_ip else (f"account {account}", MAX_PER_ACCOUNT)
        )
        if open_counts[who] >= most:
            return RETRY_SECONDS
        open_counts[who] += 1
        self.keys.append(who)
        # In a separate thread, so that a Redis that does not answer delays neither moves nor the database.
        return await asyncio.to_thread(SOCKETS.acquire, account, client_ip)

    def release(self) -> None:
        """Release the counts of a closed socket."""
        for who in self.keys:
            open_counts[who] -= 1
            if not open_counts[who]:
                del open_counts[who]
        self.keys.clear()
