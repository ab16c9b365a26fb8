"""Defines `longroad keys`, which makes, lists and deletes API keys."""

from __future__ import annotations

from typing import Any, cast

import click

from longroad_client.command.connection import Polite, Server, add_server_options, open_client
from longroad_client.command.showing import console, say, write_json
from longroad_client.program import wants_json

SCOPES = ("games", "me", "webhooks", "keys")


@click.group()
def keys() -> None:
    """Make, list and delete API keys."""


@keys.command(cls=Polite)
@click.argument("name", default="")
@click.option("--scope", "scopes", multiple=True, type=click.Choice(SCOPES), help="What it may do; may be repeated.")
@add_server_options
def new(name: str, scopes: tuple[str, ...], server: Server) -> None:
    """Make a key, which is shown only once."""
    wish: Any = ({"name": name} if name else {}) | ({"scopes": list(scopes)} if scopes else {})
    with open_client(server) as client:
        made = client.create_key(**wish)
    say(made, made["key"])


@keys.command("list", cls=Polite)
@add_server_options
def list_(server: Server) -> None:
    """List the keys that this one may see."""
    from rich.table import Table

    with open_client(server) as client:
        found = cast("Any", client.list_keys()["keys"])
    if wants_json():
        for each in found:
            write_json(each)
        return
    table = Table("id", "name", "scopes", "created")
    for each in found:
        table.add_row(each["id"], each.get("name", ""), " ".join(each["scopes"]), each["created"])
    console().print(table)


@keys.command(cls=Polite)
@click.argument("id_", metavar="ID")
@click.option("--forget", is_flag=True, help="Forget the person, too: names and tokens of the seats of the key.")
@add_server_options
def delete(id_: str, forget: bool, server: Server) -> None:
    """Delete a key; it is refused everywhere within two seconds."""
    with open_client(server) as client:
        client.delete_key(id_, forget=forget or None)
    if wants_json():
        write_json({"deleted": id_, "forgotten": forget})
