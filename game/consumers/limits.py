"""Limits how fast sockets open, and how many an account or an address may have open here at once."""

import asyncio
from collections import Counter
from dataclasses import dataclass, field

from game.accounts.rate_limits import SOCKETS

# Behind one address may be a whole school, where everybody has a page or two open.
MAX_PER_ACCOUNT, MAX_PER_ADDRESS = 40, 500
RETRY_SECONDS = 60  # until one of them may be closed

open_counts: Counter[str] = Counter()


@dataclass(slots=True)
class SocketSlot:
    """The counts that one socket is part of while it is open."""

    keys: list[str] = field(default_factory=list)

    async def acquire(self, *, account: int | None = None, client_ip: str | None = None) -> int:
        """Count it for an account or an address; where it is one too many, the seconds to stay away."""
        if account is None and client_ip is None:
            return 0
        who, most = (
            (f"place {client_ip}", MAX_PER_ADDRESS) if client_ip else (f"account {account}", MAX_PER_ACCOUNT)
        )
        if open_counts[who] >= most:
            return RETRY_SECONDS
        open_counts[who] += 1
        self.keys.append(who)
        # In a thread of its own: a Redis that does not answer keeps neither moves nor the database waiting.
        return await asyncio.to_thread(SOCKETS.acquire, account, client_ip)

    def release(self) -> None:
        """The socket is closed."""
        for who in self.keys:
            open_counts[who] -= 1
            if not open_counts[who]:
                del open_counts[who]
        self.keys.clear()
