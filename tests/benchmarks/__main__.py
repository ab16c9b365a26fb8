"""`python -m tests.benchmarks [PART...]` takes all measurements, or those of some parts, and prints JSON lines."""

import sys

from tests.benchmarks import (
    advice,
    agents,
    analyses,
    archived,
    beliefs,
    capacity,
    compiled,
    console,
    cores,
    crowded,
    elasund,
    environments,
    followed,
    growth,
    hosted,
    hosts,
    listed,
    lobby,
    over_http,
    queues,
    reading,
    round_trips,
    rules,
    seeks,
    starts,
    steps,
    streams,
    sweeps,
    tables,
    value,
    visits,
    waiting,
)

PARTS = {
    "rules": rules.run,
    "elasund": elasund.run,
    "environments": environments.run,
    "steps": steps.run,
    "compiled": compiled.run,
    "advice": advice.run,
    "agents": agents.run,
    "analyses": analyses.run,
    "archived": archived.run,
    "beliefs": beliefs.run,
    "value": value.run,
    "http": over_http.run,
    "reading": reading.run,
    "round_trips": round_trips.run,
    "hosted": hosted.run,
    "followed": followed.run,
    "hosts": hosts.run,
    "capacity": capacity.run,
    "waiting": waiting.run,
    "crowded": crowded.run,
    "cores": cores.run,
    "listed": listed.run,
    "lobby": lobby.run,
    "queues": queues.run,
    "growth": growth.run,
    "seeks": seeks.run,
    "start": starts.run,
    "streams": streams.run,
    "sweeps": sweeps.run,
    "tables": tables.run,
    "console": console.run,
    "visits": visits.run,
}

if __name__ == "__main__":
    for part in sys.argv[1:] or PARTS:
        if part not in PARTS:
            sys.exit(f"unknown part {part}; there are {', '.join(PARTS)}")
        PARTS[part]()
