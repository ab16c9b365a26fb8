"""Cuts lists of rows into pages. A cursor is the sort key and the id of the last row of a page, with a dot between."""

import re

from eventstore.rows import Listed
from service.game.context import Context
from service.problems import invalid_parameter


def page_of_rows(
    ctx: Context,
    projection: str,
    name: str,
    cursor: str | None,
    limit: int,
    form: re.Pattern[str],
    given: str = "after",
) -> tuple[list[Listed], dict[str, str]]:
    """Return the next rows of a list, at most `limit`, and the member `next` of the page, empty on the last page.

    `form` matches the cursors of the list, in two groups. Raises Problem (422) for any other cursor; `given` is the
    name of its parameter.
    """
    start = None if cursor is None else form.fullmatch(cursor)
    if cursor is not None and start is None:
        raise invalid_parameter(given, "cursor")
    rows = ctx.store.rows.list_rows(projection, name, limit + 1, (start[1], start[2]) if start else None)
    shown = rows[:limit]
    return shown, {"next": f"{shown[-1].place}.{shown[-1].game}"} if len(rows) > limit else {}
