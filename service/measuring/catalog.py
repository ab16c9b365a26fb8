"""Lists every metric of Longroad, from which the table in docs/operations.md is generated."""

from typing import Final, NamedTuple


class Metric(NamedTuple):
    """Describes a metric. The name is as scraped, with its unit; counters end in `_total`."""

    name: str
    kind: str
    labels: tuple[str, ...]
    meaning: str


OWN: Final = (
    Metric("longroad_http_requests_total", "counter", ("method", "route", "status"), "requests answered"),
    Metric("longroad_http_request_seconds", "histogram", ("route",), "time to the first byte of an answer"),
    Metric("longroad_refusals_total", "counter", ("problem",), "problems answered"),
    Metric("longroad_streams_open", "gauge", (), "event streams open now"),
    Metric("longroad_kept_bodies_bytes", "gauge", (), "memory for answers that are kept until the next version"),
    Metric("longroad_streams_lagging_total", "counter", (), "event streams closed for reading slowly"),
    Metric(
        "longroad_unnamed_proxies",
        "gauge",
        (),
        "processes of the API in which all requests with `X-Forwarded-For` come from one address that is not named "
        "in `LONGROAD_TRUSTED_PROXIES`",
    ),
    Metric("longroad_quarantined_games", "gauge", ("problem",), "games that are known to be unreadable"),
    Metric("longroad_scrubbed_versions", "gauge", (), "versions that the scrub of all logs has proven"),
    Metric("longroad_scrub_passed_timestamp_seconds", "gauge", (), "when the scrub last came to the end of all logs"),
)
"""Are measured by the API's process as it answers."""

EVERYWHERE: Final = (
    Metric("longroad_appends_total", "counter", ("process",), "appends that are in the log"),
    Metric("longroad_append_conflicts_total", "counter", ("process",), "appends refused because the game had gone on"),
    Metric(
        "longroad_chain_mismatches_total",
        "counter",
        ("process",),
        "appends and loads that found another past in the log than the process remembered: the store lost versions",
    ),
    Metric(
        "longroad_append_duplicates_total", "counter", ("process",), "appends that found their idempotency key used"
    ),
    Metric(
        "longroad_report_timestamp_seconds", "gauge", ("process",), "when the process last reported what it measured"
    ),
)
"""Are measured by every process that writes to the log."""

PLAYED: Final = (
    Metric(
        "longroad_agent_stops_total",
        "counter",
        (),
        "moves that an agent made at once, since its search had used up its `decision_ms` of a processor",
    ),
)
"""Are measured by the workers that move AI opponents."""

WORKED: Final = (
    Metric(
        "longroad_refused_jobs_total",
        "counter",
        ("process",),
        "jobs refused because they name no function of the workers: somebody else writes to RQ's store",
    ),
)
"""Are measured by all workers."""

SUPERVISED: Final = (
    Metric("longroad_restarts_total", "counter", ("child",), "times that a child or a store was started again"),
)

SWEPT: Final = (
    Metric("longroad_sweep_leads", "gauge", (), "1 while the sweep of this host leads, 0 while another one does"),
    Metric(
        "longroad_sweep_round_timestamp_seconds",
        "gauge",
        (),
        "when the sweep last came to the end of a round, or last found that another one leads",
    ),
    Metric(
        "longroad_games_with_late_agents",
        "gauge",
        (),
        "games in which an agent has owed a move for more than 10 s, seen in the last 10 s",
    ),
    Metric(
        "longroad_finished_games_deleted_total",
        "counter",
        (),
        "finished games that the sweep deleted after `LONGROAD_KEEP_FINISHED_DAYS`, since it leads",
    ),
    Metric("longroad_webhook_deliveries_waiting", "gauge", (), "webhook deliveries that wait for their turn"),
)

LOOKED_AT: Final = (
    Metric("longroad_store_up", "gauge", ("store",), "1 while the store (`events`, `rq`) answers within a second"),
    Metric("longroad_store_latency_seconds", "gauge", ("store",), "how long a PING took"),
    Metric("longroad_store_memory_bytes", "gauge", ("store",), "memory that the store uses"),
    Metric("longroad_store_memory_limit_bytes", "gauge", ("store",), "its `maxmemory`; 0 without one"),
    Metric("longroad_store_aof_bytes", "gauge", ("store",), "size of its append-only file"),
    Metric("longroad_store_aof_rewriting", "gauge", ("store",), "1 while it rewrites that file"),
    Metric("longroad_store_aof_rewrite_ok", "gauge", ("store",), "0 when it failed to, the last time"),
    Metric("longroad_store_delayed_fsyncs_total", "counter", ("store",), "writes that had to wait for the disk"),
    Metric("longroad_store_evicted_keys_total", "counter", ("store",), "keys evicted since the store started"),
    Metric(
        "longroad_store_safe",
        "gauge",
        ("store",),
        "0 while the store breaks what `LONGROAD_DURABILITY` promises (`LONGROAD_STORE_PROMISES`), or is another one",
    ),
    Metric("longroad_archive_ok", "gauge", (), "0 while `LONGROAD_ARCHIVE` is missing, or cannot be written"),
    Metric("longroad_disk_free_bytes", "gauge", (), "what is free on the disk of `LONGROAD_DATA_DIR`"),
    Metric(
        "longroad_disk_reserve_bytes",
        "gauge",
        (),
        "with less than this free, writes are refused (`LONGROAD_MIN_FREE_MB`)",
    ),
    Metric("longroad_queue_jobs", "gauge", ("queue",), "jobs that wait in a queue of RQ"),
    Metric("longroad_queue_oldest_job_age_seconds", "gauge", ("queue",), "how long the first of them has waited"),
    Metric("longroad_deadlines_overdue", "gauge", (), "deadlines of games that came due more than 5 s ago"),
    Metric(
        "longroad_projection_lag_seconds",
        "gauge",
        ("projection",),
        "age of the oldest version that the lobby (`games`) or the `webhooks` have not taken in",
    ),
)
"""Are queried at a scrape, at most once per second, and for at most a second."""

METRICS: Final = (*OWN, *EVERYWHERE, *PLAYED, *WORKED, *SUPERVISED, *SWEPT, *LOOKED_AT)
KINDS: Final = {metric.name: metric for metric in METRICS}
