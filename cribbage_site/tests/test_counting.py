"""What is counted against somebody, by all processes together or, while Redis is away, by each for itself."""

from cribbage_site.counting import SharedCounts
from cribbage_site.tests.services import free_port
from game.tests.table.redises import redis_at

QUICK = {"OPTIONS": {"socket_timeout": 1, "socket_connect_timeout": 1}}


def test_processes_count_together_and_each_for_itself_while_redis_is_away():
    port = free_port()
    one, other = (SharedCounts(f"redis://127.0.0.1:{port}", QUICK) for _ in range(2))
    with redis_at(port):
        assert one.add("tries", 1)
        assert not other.add("tries", 2)
        assert other.get("tries") == 1
    assert one.get("tries") is None
    one.set("tries", 5)
    assert one.get("tries") == 5
    assert one.delete("tries")
    assert one.add("tries", 1)
