"""Defines `longroad keys`, which makes, lists and deletes API keys."""

from __future__ import annotations

from typing import Any, cast

import click

from longroad_client.command.connection import Polite, Server, add_server_options, as_json, open_client

SCOPES = ("games", "me", "webhooks", "keys")


@click.group()
def keys() -> None:
    """Make, list and delete API keys."""


@keys.command(cls=Polite)
@click.argument("name", default="")
@click.option("--scope", "scopes", multiple=True, type=click.Choice(SCOPES), help="What it may do; may be repeated.")
@as_json
@add_server_options
def new(name: str, scopes: tuple[str, ...], is_json: bool, server: Server) -> None:
    """Make a key, which is shown only once."""
    from longroad_client.command.showing import write_json

    wish: Any = ({"name": name} if name else {}) | ({"scopes": list(scopes)} if scopes else {})
    with open_client(server) as client:
        made = client.create_key(**wish)
    if is_json:
        write_json(made)
    else:
        click.echo(made["key"])


@keys.command("list", cls=Polite)
@as_json
@add_server_options
def list_(is_json: bool, server: Server) -> None:
    """List the keys that this one may see."""
    from rich.table import Table

    from longroad_client.command.showing import console, write_json

    with open_client(server) as client:
        found = cast("Any", client.list_keys()["keys"])
    if is_json:
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
@as_json
@add_server_options
def delete(id_: str, forget: bool, is_json: bool, server: Server) -> None:
    """Delete a key; it is refused everywhere within two seconds."""
    from longroad_client.command.showing import write_json

    with open_client(server) as client:
        client.delete_key(id_, forget=forget or None)
    if is_json:
        write_json({"deleted": id_, "forgotten": forget})
