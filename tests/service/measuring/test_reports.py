"""Tests the reports on itself that each process writes into a file."""

from pathlib import Path

from service.measuring.reports import METRICS, Reporter, Sample, forget_reports, read_reports


def test_a_report_is_read_by_others_until_it_is_forgotten(tmp_path: Path) -> None:
    (tmp_path / METRICS).mkdir()
    Reporter(tmp_path, "sweep").report([Sample("longroad_games_with_late_agents", (), 3)])
    Reporter(tmp_path, "ai").report()

    found = list(read_reports(tmp_path))

    assert Sample("longroad_games_with_late_agents", [], 3) in found
    assert {tuple(one.labels) for one in found if one.metric.endswith("_appends_total")} == {("ai",), ("sweep",)}
    assert [path.suffix for path in (tmp_path / METRICS).iterdir()] == [".json", ".json"]
    forget_reports(tmp_path)
    assert list(read_reports(tmp_path)) == []


def test_nothing_is_written_where_nobody_reads_it_and_what_is_torn_is_left_out(tmp_path: Path) -> None:
    Reporter(tmp_path, "ai").report()
    assert list(tmp_path.iterdir()) == []
    (tmp_path / METRICS).mkdir()
    (tmp_path / METRICS / "ai.json").write_text("[[")
    assert list(read_reports(tmp_path)) == []


def test_reports_are_some_time_apart(tmp_path: Path) -> None:
    (tmp_path / METRICS).mkdir()
    reporter = Reporter(tmp_path, "ai")
    reporter.report([Sample("a", (), 1)])
    reporter.report([Sample("a", (), 2)])
    assert Sample("a", [], 1) in list(read_reports(tmp_path))
