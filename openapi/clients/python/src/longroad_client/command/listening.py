"""Defines `longroad listen`, which posts the notices of a server to an address of this machine, as a webhook would."""

from __future__ import annotations

import base64
import hmac
import json
import secrets
import time
from typing import TYPE_CHECKING, Any

import click

from longroad_client.command.connection import Polite, Server, add_server_options, open_client, with_token
from longroad_client.command.notices import TYPES, USUAL, notices

if TYPE_CHECKING:
    import httpx

ANSWER_S = 10.0


@click.command(cls=Polite)
@click.argument("to")
@click.option(
    "--type",
    "kinds",
    type=click.Choice(TYPES),
    multiple=True,
    default=USUAL,
    show_default=True,
    help="Of the notices; may be repeated.",
)
@click.option("--secret", help="What they are signed with; by default a new one, which is shown.")
@click.option("--most", type=int, help="End after so many notices.")
@with_token
@add_server_options
def listen(
    to: str,
    kinds: tuple[str, ...],
    secret: str | None,
    most: int | None,
    token: str | None,
    server: Server,
) -> None:
    """Post the notices of your seats to the address TO, such as http://127.0.0.1:9000/hook, until Ctrl-C.

    It does what a webhook does, without an address that the server can reach: the notices have the form and the
    signature of Standard Webhooks. Needs an API key (all its seats) or a seat's token (that seat). A seat that you have
    lost, by leaving it for example, is reported no more; a webhook would hear of that once.
    """
    import httpx

    from longroad_client.command.showing import say

    if not token and not server.key:
        raise click.UsageError("listen needs --key or --token: whose seats?")
    secret = secret or f"whsec_{base64.b64encode(secrets.token_bytes(24)).decode()}"
    click.echo(f"signing with {secret}", err=True)
    with open_client(server, token) as client, httpx.Client(timeout=ANSWER_S) as local:
        client.list_pending()  # refuses a credential that is not known before anything else happens
        for number, notice in enumerate(notices(client, dict.fromkeys(kinds)), 1):
            status = post_notice(local, to, secret, notice, number)
            say({**notice, "answered": status}, f"{notice['type']} of game {notice['data']['game']}: {status}")
            if number == most:
                return


def post_notice(local: httpx.Client, to: str, secret: str, notice: dict[str, Any], number: int) -> str:
    """Post a notice, signed, and return how it was answered."""
    import httpx

    body, told, now = json.dumps(notice).encode(), f"listen_{number}", str(int(time.time()))
    key = base64.b64decode(secret.removeprefix("whsec_"))
    signature = base64.b64encode(hmac.digest(key, f"{told}.{now}.".encode() + body, "sha256")).decode()
    headers = {"webhook-id": told, "webhook-timestamp": now, "webhook-signature": f"v1,{signature}"}
    try:
        answer = local.post(to, content=body, headers={**headers, "Content-Type": "application/json"})
    except httpx.TransportError as error:
        return f"no answer: {error}"
    return str(answer.status_code)
