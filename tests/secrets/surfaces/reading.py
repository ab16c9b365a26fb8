"""Visits what is read of a game: views, positions, the board, pictures, legal actions, events, votes, fairness."""

from tests.secrets.visiting import Visit

VERSIONS = 3


def views(visit: Visit) -> None:
    """Read the newest view and older ones, with tags, sizes and languages."""
    newest = visit.get()
    visit.get(If_None_Match=newest.headers["ETag"])
    visit.ask("HEAD", visit.path)
    if visit.packed:
        visit.get(Accept_Encoding="gzip")
    for version in visit.versions(VERSIONS):
        visit.get(f"?version={version}")
    visit.get(f"?version={visit.world.version + 1}")


def positions(visit: Visit) -> None:
    """Read the position as a document, the newest and older ones, with another seat than the observer's."""
    visit.get("/position")
    for version in visit.versions(VERSIONS):
        visit.get(f"/position?version={version}")
    visit.get("/position?seat=0")


def board(visit: Visit) -> None:
    """Read the geometry of the board."""
    visit.get("/board")


def pictures(visit: Visit) -> None:
    """Read the board as it is drawn, the newest and older ones."""
    visit.get("/board.svg", Accept_Language="es")
    if visit.packed:
        visit.get("/board.svg", Accept_Encoding="gzip")
    for version in visit.versions(1):
        visit.get(f"/board.svg?version={version}")


def legal_actions(visit: Visit) -> None:
    """Read what the observer may do, in both languages."""
    visit.get("/legal-actions")
    visit.get("/legal-actions", Accept_Language="es")


def events(visit: Visit) -> None:
    """Read the log whole, in words, in pages, along the current line, and beyond its end."""
    visit.get("/events?limit=1000")
    visit.get("/events?limit=1000&summaries=true")
    visit.get("/events?limit=1000&line=current")
    for version in visit.versions(1):
        visit.get(f"/events?after={version}&limit=7")
    visit.get("/events?after=latest")
    visit.get(f"/events?after={visit.world.version + 1}")


def table(visit: Visit) -> None:
    """Read the commitment to chance, the votes, and who is there."""
    visit.get("/fairness")
    visit.get("/votes")
    visit.get("/presence")
