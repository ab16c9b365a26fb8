"""Lists what `make quick` leaves to `make test`: processes, hundreds of whole games, generated clients, a browser."""

from typing import Final

SLOW: Final = (
    # laws, records and random play over many games
    "tests/laws/",
    "tests/deploy/test_secured_stores.py",
    "tests/golden/",
    "tests/secrets/",
    "tests/fuzz/",
    "tests/bots/",
    "tests/service/matrix/",
    "tests/service/http/test_at_random.py",
    "tests/service/http/test_frozen.py",
    "tests/openapi/test_positions.py",
    "tests/workers/agents/test_no_way_to_the_truth.py",
    # faults, and what is built anew to see it
    "tests/chaos/",
    "tests/checkpoints/",
    "tests/cluster/",
    "tests/compiled/",
    "tests/mutants/",
    "tests/eventstore/test_clusters.py",
    "tests/eventstore/test_dead_primary.py",
    "tests/eventstore/test_replicated.py",
    "tests/eventstore/test_redis_faults.py",
    "tests/eventstore/test_redis_model.py",
    "tests/eventstore/test_hung_store.py",
    # whole servers, worker processes, clients of other languages, a browser
    "tests/openapi/clients/",
    "tests/openapi/generators/",
    "tests/openapi/test_guide.py",
    "tests/service/backups/",
    "tests/service/compiling/",
    "tests/service/console/",
    "tests/service/demo/",
    "tests/service/forgetting/test_forgetting_processes.py",
    "tests/service/measuring/test_monitoring.py",
    "tests/service/supervisor/",
    "tests/service/test_logs.py",
    "tests/service/tracing/test_hung_collector.py",
    "tests/service/tracing/test_one_trace.py",
    "tests/service/http/test_crowding.py",
    "tests/service/http/test_pasts.py",
    "tests/service/http/test_dead_primary.py",
    "tests/service/http/test_replicated.py",
    "tests/workers/test_hosted.py",
    "tests/workers/test_leading.py",
    "tests/workers/test_lost_jobs.py",
)


def is_slow(test: str) -> bool:
    """Return whether a test, named as pytest names it, is in a slow file or folder."""
    return test.startswith(SLOW)
