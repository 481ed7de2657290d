"""Uses the new app as players and a host do, in a process with the settings of the new app."""

import asyncio
import json
from datetime import timedelta

import django
from django.core.management import call_command
from django.test import Client

django.setup()

from django.urls import reverse  # noqa: E402
from thanks.models import Thanks  # type: ignore[import-not-found]  # noqa: E402

from common import clock  # noqa: E402
from game.models import Player  # noqa: E402
from game.runtime.background import load_jobs  # noqa: E402
from game.tokens.scopes import Scope  # noqa: E402
from game.tokens.tokens import make_token  # noqa: E402
from people.mail.unsubscribe import Mails  # noqa: E402
from people.notices.kinds import load_kinds  # noqa: E402
from people.notices.listing import load_notices  # noqa: E402
from people.settings.deletion import delete_account  # noqa: E402
from people.settings.export import export_player  # noqa: E402
from tests.worlds.accounts import create_account  # noqa: E402


def browser_of(player: Player) -> Client:
    client = Client(SERVER_NAME="localhost")
    client.force_login(player, "django.contrib.auth.backends.ModelBackend")
    return client


async def export(player: Player) -> dict[str, list[dict[str, object]]]:
    return json.loads("".join([piece async for piece in export_player(player)]))  # type: ignore[no-any-return]


def thank(ann: Player, bob: Player) -> None:
    page = reverse("thanks")
    assert browser_of(ann).post(page, {"to": "Nobody"}).status_code == 400
    assert browser_of(ann).post(page, {"to": "Bob"}).status_code == 302
    assert b"<li>Ann</li>" in browser_of(bob).get(page).content


def look_at_the_bell(bob: Player) -> None:
    [notice] = load_notices({bob.pk})[0][bob.pk]
    assert (notice["kind"], notice["says"], notice["url"]) == ("thanked", "Ann thanks you.", "/thanks")
    Player.objects.filter(pk=bob.pk).update(look="language=fr")
    assert load_notices({bob.pk})[0][bob.pk][0]["says"]
    settings = browser_of(bob).get(reverse("notice_settings")).content.decode()
    assert 'name="thanked-bell"' in settings
    assert load_kinds()["thanked"] in Mails.DIGEST.kinds


def look_as_host(host: Player) -> None:
    listed = browser_of(host).get(reverse("admin:thanks_thanks_changelist"))
    assert (listed.status_code, b"Bob" in listed.content) == (200, True)


def call_the_api(bob: Player) -> None:
    _, token = make_token(player=bob, name="notebook", scopes=[Scope.PLAY], days=7)
    bearer = {"authorization": f"Bearer {token}"}
    answer = Client(SERVER_NAME="localhost").get("/api/v1/thanks", headers=bearer)
    assert answer.json() == {"thanks": 1}
    paths = json.loads(browser_of(bob).get("/api/v1/openapi.json").content)["paths"]
    assert paths["/api/v1/thanks"]["get"]["operationId"] == "count_thanks"
    assert b"count_thanks" in browser_of(bob).get("/api").content


def run_the_job(ann: Player, bob: Player) -> None:
    Thanks.objects.create(by=bob, to=ann, at=clock.now() - timedelta(days=91))
    [job] = [job for job in load_jobs() if job.work.__module__ == "thanks.jobs"]
    asyncio.run(job.work())  # type: ignore[arg-type]
    assert Thanks.objects.count() == 1


def export_and_delete(ann: Player, bob: Player) -> None:
    assert [row["name"] for row in asyncio.run(export(ann))["thanks_given"]] == ["Bob"]
    assert [row["name"] for row in asyncio.run(export(bob))["thanks_received"]] == ["Ann"]
    delete_account(ann)
    assert not Thanks.objects.exists()
    assert load_notices({bob.pk})[0].get(bob.pk, []) == []


def install() -> None:
    call_command("makemigrations", "thanks")
    call_command("migrate", "thanks")
    call_command("check")


def walk() -> None:
    ann, bob, host = (create_account(name) for name in ("Ann", "Bob", "Hostess"))
    Player.objects.filter(pk=host.pk).update(is_staff=True, is_superuser=True)
    thank(ann, bob)
    look_at_the_bell(bob)
    look_as_host(host)
    call_the_api(bob)
    run_the_job(ann, bob)
    export_and_delete(ann, bob)


if __name__ == "__main__":
    install()
    walk()
