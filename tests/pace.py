"""Lists what `make quick` leaves to `make test`, what both leave to `make full`, and how `make test` runs the files.

`make quick` leaves out processes, hundreds of whole games, generated clients and a browser.
"""

from random import Random
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
    "tests/service/handlers/test_random_orders.py",
    "tests/service/http/test_at_random.py",
    "tests/service/http/test_frozen.py",
    "tests/openapi/test_positions.py",
    "tests/workers/agents/test_no_way_to_the_truth.py",
    "tests/workers/agents/catan/test_own_boards.py",
    "tests/workers/agents/sure/",
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
    "tests/openapi/kit/",
    "tests/openapi/sdks/",
    "tests/openapi/test_guide.py",
    "tests/service/backups/",
    "tests/service/compiling/",
    "tests/service/console/",
    "tests/service/demo/",
    "tests/service/forgetting/test_forgetting_processes.py",
    "tests/service/mcp/test_games.py",
    "tests/service/measuring/test_monitoring.py",
    "tests/service/supervisor/",
    "tests/service/process/test_logs.py",
    "tests/service/tracing/test_hung_collector.py",
    "tests/service/tracing/test_one_trace.py",
    "tests/service/http/test_connection_limits.py",
    "tests/service/http/test_pasts.py",
    "tests/service/http/test_unsound_positions.py",
    "tests/service/http/test_dead_primary.py",
    "tests/service/http/test_replicated.py",
    "tests/service/http/test_presence_processes.py",
    "tests/service/http/test_seek_processes.py",
    "tests/service/http/test_usage_processes.py",
    "tests/workers/bridge/",
    "tests/workers/test_hosted.py",
    "tests/workers/test_several_queues.py",
    "tests/workers/sweeping/test_sweeps.py",
    "tests/workers/serving/test_lost_jobs.py",
)

FULL: Final = (
    # how agents are made and examined; the agents themselves play in `make test`
    "tests/chaos/test_spread.py::test_an_object_store_has_what_it_confirmed_when_it_rises_again",
    "tests/mutants/test_trial.py",
    "tests/workers/lab/training/",
    "tests/workers/lab/test_duel.py",
    "tests/workers/lab/test_tune.py",
    "tests/workers/lab/datasets/",
    "tests/workers/lab/environments/test_page.py::test_the_learner_of_the_page_learns",
    "tests/workers/lab/test_exploit.py",
    "tests/workers/test_twenty_games.py",
    "tests/workers/test_several_queues.py::test_games_go_on_while_the_store_of_others_is_dead",
    "tests/service/supervisor/test_object_store_processes.py",
    "tests/workers/bridge/test_pioneers.py::test_a_whole_game_is_played_at_pioneers",
    "tests/workers/agents/dice/test_solution.py::test_the_solution_is_what_brute_force_finds",
    # what other targets look at: laws, matrix, cost, compiled, fuzz, check, clients-check, sdks, wheel, cluster
    "tests/laws/test_heuristic.py",
    "tests/golden/test_versions.py::test_a_version_makes_all_choices_as_it_did",
    "tests/laws/test_matrix.py::test_a_game_finishes_under_the_laws",
    "tests/laws/test_matrix.py::test_every_helper_keeps_the_laws_beside_every_option",
    "tests/compiled/test_compiled.py::test_compiled_rules_make_the_same_bytes",
    "tests/compiled/test_compiled.py::test_every_case_makes_the_same_bytes_compiled",
    "tests/compiled/test_compiled.py::test_the_compiled_rules_are_what_was_run",
    "tests/fuzz/test_asking.py::test_every_operation_answers_as_the_contract_says",
    "tests/fuzz/test_asking.py::test_who_asks_too_much_is_told_so_as_the_contract_says",
    "tests/openapi/test_contract_file.py::test_no_generated_file_is_stale_in_any_process",
    "tests/openapi/test_costs.py",
    "tests/openapi/sdks/test_typescript.py::test_the_installed_package_is_imported_by_its_name",
    "tests/openapi/sdks/test_guide_pages.py::test_what_a_page_lets_its_readers_do_works[opponent-",
    "tests/openapi/sdks/test_guide_pages.py::test_what_a_page_lets_its_readers_do_works[training-",
    "tests/openapi/generators/",
    "tests/openapi/clients/test_clients.py::test_python_client_compiles",
    "tests/openapi/clients/test_clients.py::test_typescript_client_compiles_and_draws_the_same",
    "tests/openapi/clients/test_clients.py::test_a_whole_game_takes_one_request_a_command",
    "tests/openapi/clients/test_clients.py::test_every_legal_place_has_a_ring",
    "tests/service/cli/test_cli.py::test_what_is_packed_into_a_wheel_serves",
    "tests/service/cli/test_cli.py::test_a_wheel_tells_its_commit",
    "tests/service/cli/test_script.py::test_in_either_order_the_server_stays_when_the_client_goes",
    "tests/service/cli/test_script.py::test_in_either_order_the_client_stays_when_the_server_goes",
    "tests/service/cli/test_script.py::test_a_release_that_had_the_script_itself_is_left_and_found_again",
    "tests/service/supervisor/test_cluster_processes.py",
    "tests/service/supervisor/test_sentinels.py::test_play_goes_on_when_the_primary_of_the_queues_is_gone",
    # games whose modules, maps and editions others of these tests have too; `make secrets` hosts many pairs of each
    "tests/secrets/test_pairs.py::test_an_observer_cannot_tell_two_worlds_apart[catan-5",
    "tests/secrets/test_pairs.py::test_an_observer_cannot_tell_two_worlds_apart[catan-canal-5",
    "tests/secrets/test_pairs.py::test_an_observer_cannot_tell_two_worlds_apart[favors-4",
    "tests/secrets/test_pairs.py::test_an_observer_cannot_tell_two_worlds_apart[helpers-4",
    "tests/secrets/test_orders.py::test_nobody_sees_the_orders_of_another_seat[catan-5",
    "tests/secrets/test_orders.py::test_nobody_sees_the_orders_of_another_seat[favors-4",
    # the same faults strike in the short form of chaos, which compares everything afterwards
    "tests/service/supervisor/test_kill.py",
    # whole servers around what smaller tests hold
    "tests/service/supervisor/test_clock_processes.py",
    "tests/service/supervisor/test_private_data.py::test_an_older_directory_is_closed_at_the_start",
    "tests/service/supervisor/test_private_data.py::test_a_directory_that_holds_other_things_keeps_its_mode",
    "tests/service/supervisor/test_roles.py::test_several_hosts_of_one_role_take_over_from_each_other",
    "tests/service/supervisor/test_unsafe_stores.py::test_a_new_host_is_refused_over_a_store_that_another_does_not_know",
    "tests/service/http/test_scenarios.py::test_six_play_new_york_with_everything_to_the_end",
    "tests/openapi/sdks/test_environments.py::test_every_ruleset_answers_the_same_in_process_and_on_a_server",
    "tests/service/backups/test_backup_processes.py",
    "tests/service/forgetting/test_forgetting_processes.py",
    "tests/service/measuring/test_monitoring.py::test_prometheus_reads_the_rules",
    "tests/service/tracing/test_hung_collector.py",
    "tests/service/tracing/test_one_trace.py",
)
"""Names the tests that are not needed to trust a change."""

LONGEST: Final = (
    "tests/chaos/test_chaos.py",
    "tests/laws/test_laws.py",
    "tests/openapi/sdks/",
    "tests/service/console/",
    "tests/openapi/clients/test_clients.py",
    "tests/laws/test_matrix.py",
    "tests/fuzz/",
    "tests/eventstore/test_contract_append.py",
    "tests/service/http/test_scenarios.py",
    "tests/bots/test_bots.py",
    "tests/service/demo/test_demo.py",
    "tests/service/backups/test_backups.py",
    "tests/eventstore/test_dead_primary.py",
    "tests/service/supervisor/",
)
"""The files that take the longest, in the order in which they begin; all other slow ones follow, and then the rest.

Where several processes run the tests, nothing long is left for the end, when the others have no more to do.
"""
TOGETHER: Final = {
    "a server with workers": (
        "tests/service/http/test_scenarios.py",
        "tests/service/http/test_dice_game.py",
        "tests/service/http/test_elasund_game.py",
        "tests/service/http/test_goofspiel_game.py",
    ),
    "a server for random requests": ("tests/fuzz/",),
    "a server for SDKs": ("tests/openapi/sdks/",),
    "a server for the console": ("tests/service/console/",),
    "every kind of store": (
        "tests/eventstore/test_contract_",
        "tests/eventstore/test_feed.py",
        "tests/eventstore/test_loading.py",
        "tests/eventstore/test_older_logs.py",
        "tests/eventstore/test_packing.py",
        "tests/eventstore/test_replicated.py",
        "tests/eventstore/test_trimming.py",
    ),
}
"""Files that share costly processes, by what they share; one process runs them all, one after the other."""
APART: Final = ("tests/laws/test_laws.py",)
"""Files whose tests share nothing and are long, so that each of these tests may run in another process."""


def is_slow(test: str) -> bool:
    """Return whether a test, named as pytest names it, is in a slow file or folder."""
    return test.startswith(SLOW)


def is_for_full(test: str) -> bool:
    """Return whether a test, named as pytest names it, is left to `make full`."""
    return test.startswith(FULL)


def rank(test: str) -> int:
    """Return a number by which tests are sorted: the longest files first, then other slow ones, then the rest."""
    place = next((at for at, path in enumerate(LONGEST) if test.startswith(path)), None)
    return place if place is not None else len(LONGEST) + (not is_slow(test))


def shuffled_rank(seed: str, test: str) -> tuple[float, float, float]:
    """Return what sorts tests in an order drawn by a seed; those of a file, and of a unit, stay together."""
    unit, file, each = (Random(f"{seed} {name}").random() for name in (unit_of(test), test.partition("::")[0], test))
    return unit, file, each


def unit_of(test: str) -> str:
    """Return the name of the tests that run in the same process as this one, usually its file."""
    if test.startswith(APART):
        return test
    return next((name for name, paths in TOGETHER.items() if test.startswith(paths)), test.partition("::")[0])
