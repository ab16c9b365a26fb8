"""Defines `longroad delete-finished`, which deletes finished games for good, or counts them."""

from typing import TYPE_CHECKING, Final

import click

from service.cli.administration import note, open_stores
from service.cli.command import command, refusing, say, show_progress
from service.settings import Settings

if TYPE_CHECKING:
    from service.game.context import Context

MOST_DAYS: Final = 36_500


def _delete_finished(days: int, ruleset: str | None, key: str | None, dry_run: bool, settings: Settings) -> None:
    """Delete games for good that have been finished for some days, in the archive too.

    Longroad may run meanwhile, or not. It may be cut short, and goes on when it is run again. Games that are open,
    running or paused stay, whatever their age.
    """
    from eventstore.log.chain import ChainBroken
    from service.handlers.finished_games import Deletion, Expiry
    from service.handlers.retention import ChosenTerms

    terms = ChosenTerms(days, ruleset, key)
    about = {name: value for name, value in (("ruleset", ruleset), ("key", key)) if value is not None}
    with open_stores(settings) as ctx:
        unknown = terms.find_unknown(ctx.rulesets)
        if unknown == "ruleset":
            raise click.UsageError(f"there is no ruleset {ruleset}, only {', '.join(sorted(ctx.rulesets))}")
        if unknown == "key":
            raise click.UsageError(f"{key} is not the id of an API key")
        deletion = Deletion(ctx, terms, Expiry(), dry_run=dry_run)
        try:
            while not deletion.at.is_over:
                deletion.step()
                show_progress(f"games deleted: {deletion.at.removed}, due: {deletion.at.due}, kept: {deletion.at.kept}")
        finally:  # what was cut short has deleted games, too
            found = deletion.at.document(dry_run=dry_run)
            if deletion.at.removed or (deletion.at.is_over and not dry_run):
                note(ctx, "deleteFinishedGames", "games", {"finished_days": days, **about, **found})
        with refusing(ChainBroken):
            overwritten = _overwrite(ctx) if deletion.at.removed else 0
    told = f"finished games {'that would be deleted' if dry_run else 'deleted'}: {found.get('due', found['removed'])}"
    told += f", kept: {found['kept']}" + (f", overwritten in the archive: {overwritten}" if overwritten else "")
    say(told, finished_days=days, **about, dry_run=dry_run, **found)


def _overwrite(ctx: "Context") -> int:
    """Overwrite the deleted games in the archive at once; return how many."""
    from service.upkeep import clear_archive

    return clear_archive(ctx) if ctx.store.archive.is_there else 0


delete_finished = command(
    "delete-finished",
    _delete_finished,
    click.Option(
        ["--days"],
        type=click.IntRange(1, MOST_DAYS),
        required=True,
        metavar="N",
        help="Only games that have been finished for so many days.",
    ),
    click.Option(["--ruleset"], metavar="NAME", help="Only games of this ruleset."),
    click.Option(["--key"], metavar="KEY", help="Only games that the API key with this id made."),
    click.Option(["--dry-run"], is_flag=True, help="Count the games, and delete none."),
)
