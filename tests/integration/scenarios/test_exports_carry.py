"""What an export carries beside its rows: a manifest over every file, and which texts people verified."""

from __future__ import annotations

import hashlib
import json
import tomllib
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings
from django.core.management import CommandError

from scenarios.exceptions import FileRefusedError, InputRefusedError
from scenarios.generators import worked_example
from scenarios.models import Event, Query, Rendering, Suite
from scenarios.services import exports, hashing, imports, suites, verification
from tests.factories import scenarios as make
from tests.factories.exchanged import (
    edit,
    exported,
    moved_out,
    nothing_stored,
    printed,
    rich_bundle,
)
from tests.factories.mini_suite import mini_bundle

pytestmark = pytest.mark.django_db


def rich() -> Suite:
    return suites.store(bundle=rich_bundle(), by=None)


def verify(suite: Suite, *labels: str) -> None:
    """People have verified these texts."""
    for label in labels:
        of = {"query__label": label} if label.startswith("q") else {"event__label": label}
        assert Rendering.objects.filter(**of).update(status="verified") == 1
    verification.restate(suite=suite)


# ------------------------------------------------------------- there and back
@pytest.mark.parametrize(
    "bundle", [rich_bundle, worked_example.bundle, mini_bundle], ids=["rich", "worked-example", "mini"]
)
def test_export_import_export_is_byte_identical_with_manifest_and_card(bundle: Any, tmp_path: Path) -> None:
    suite = suites.store(bundle=bundle(), by=None)
    first = exported(suite, tmp_path / "first")
    suites.delete(suite=suite, by=None)
    printed("import_suite", str(tmp_path / "first"))
    again = Suite.objects.get()
    assert exported(again, tmp_path / "second") == first
    assert (
        again.content_hash
        == hashing.content_hash(again)
        == json.loads(first["manifest.json"])["content_hash"]
    )


def test_a_release_exports_the_bytes_of_its_draft(tmp_path: Path) -> None:
    suite = suites.store(bundle=worked_example.bundle(), by=None)
    draft = exported(suite, tmp_path / "draft")
    assert exported(suites.release(suite=suite, by=None), tmp_path / "released") == draft


# ------------------------------------------------------------------ manifest
def test_the_manifest_says_what_is_there_and_hashes_every_other_file(tmp_path: Path) -> None:
    suite = rich()
    files = exported(suite, tmp_path / "out")
    found = json.loads(files.pop("manifest.json"))
    assert found["files"] == {name: hashlib.sha256(content).hexdigest() for name, content in files.items()}
    assert (found["suite"], found["suite_version"], found["kind"], found["seeds"]) == (
        "rich",
        1,
        "derive",
        [0],
    )
    assert found["counts"] == {
        "scenarios": 1,
        "events": 11,
        "queries": 10,
        "labels": {"answerable": 8, "justified-zero": 1, "unknown": 1},
        "families": {"temporal": 3, "semantic": 7},
    }
    assert found["allowed_deviations"] == {"families.rules.width": "few | rules"}
    assert found["verification"] == {"state": "none", "verified": 0, "of": 21}
    assert found["config"]["licence"] == "CC BY 4.0"
    assert found["scenarios"] == [{"slug": "small", "domain": "tripops", "seed": 0, "config": {}}]
    pyproject = tomllib.loads((Path(settings.BASE_DIR) / "pyproject.toml").read_text())
    assert found["code_version"] == pyproject["project"]["version"]


def test_neither_manifest_nor_card_nor_verification_enters_the_content_hash(tmp_path: Path) -> None:
    suite = rich()
    before = hashing.content_hash(suite)
    first = exports.export_files(suite)
    verify(suite, "e0001")
    second = exports.export_files(suite)
    changed = {name for name in first if first[name] != second[name]}
    assert changed == {"suite.json", "verified.jsonl", "DATACARD.md", "manifest.json"}
    assert hashing.content_hash(suite) == before


def every_file() -> list[str]:
    scenario = ("actions", "dags", "event_kinds", "events", "gold", "queries")
    inside = (f"small/{name}.jsonl" for name in scenario)
    return ["suite.json", "findings.jsonl", "verified.jsonl", "DATACARD.md", "small/scenario.json", *inside]


@pytest.mark.parametrize("name", every_file())
def test_a_file_that_is_not_the_one_of_the_manifest_is_named(name: str, tmp_path: Path) -> None:
    """A blank line more is read over everywhere, so that the manifest alone can tell."""
    folder = moved_out(rich(), tmp_path / "files")
    path = folder / name
    path.write_bytes(path.read_bytes() + b"\n")
    with pytest.raises(CommandError, match=rf"^{name}: differs from manifest\.json, which states SHA-256"):
        printed("import_suite", str(folder))
    assert nothing_stored()


def test_the_table_of_files_is_whole(tmp_path: Path) -> None:
    assert {*exported(rich(), tmp_path / "out")} == {*every_file(), "manifest.json"}


@pytest.mark.parametrize(
    ("change", "says"),
    [
        (lambda files: files.pop("small/dags.jsonl"), "does not name small/dags.jsonl, which is there"),
        (lambda files: files.update({"../../etc/passwd": "0"}), "which is no file of this suite"),
        (lambda files: files.update({"small/extra.jsonl": "0"}), "which is no file of this suite"),
        (lambda files: files.update({"DATACARD.md": None}), "DATACARD.md: differs from manifest.json"),
    ],
)
def test_a_manifest_that_leaves_out_or_adds_files_is_refused(change: Any, says: str, tmp_path: Path) -> None:
    folder = moved_out(rich(), tmp_path / "files")
    edit(folder / "manifest.json", lambda rows: change(rows[0]["files"]))
    with pytest.raises(FileRefusedError) as refusal:
        imports.import_suite(folder=folder, by=None)
    assert says in str(refusal.value)
    assert nothing_stored()


def test_a_file_that_the_manifest_states_and_nobody_needs_to_read_must_be_there(tmp_path: Path) -> None:
    folder = moved_out(rich(), tmp_path / "files")
    (folder / "DATACARD.md").unlink()
    with pytest.raises(CommandError, match=r"DATACARD\.md: cannot be read: No such file"):
        printed("import_suite", str(folder))
    assert nothing_stored()


@pytest.mark.parametrize("key", ["suite", "counts", "seeds", "content_hash", "verification", "scenarios"])
def test_a_manifest_that_says_other_things_than_its_files_is_refused(key: str, tmp_path: Path) -> None:
    folder = moved_out(rich(), tmp_path / "files")
    edit(folder / "manifest.json", lambda rows: rows[0].update({key: "other"}))
    with pytest.raises(
        CommandError, match=rf"manifest\.json, line 1, column \d+: '{key}' is not what the files"
    ):
        printed("import_suite", str(folder))
    assert nothing_stored()


def test_a_manifest_of_another_version_of_the_code_is_read(tmp_path: Path) -> None:
    folder = moved_out(rich(), tmp_path / "files")
    edit(folder / "manifest.json", lambda rows: rows[0].update(code_version="9.9.9"))
    printed("import_suite", str(folder))
    assert Suite.objects.get().slug == "rich"


def test_files_without_a_manifest_are_read_as_before(tmp_path: Path) -> None:
    folder = moved_out(rich(), tmp_path / "files")
    for name in ("manifest.json", "DATACARD.md", "verified.jsonl"):
        (folder / name).unlink()
    printed("import_suite", str(folder))
    assert Suite.objects.get().verification == "none"


# -------------------------------------------------------------- verification
def test_a_suite_says_how_many_of_its_texts_people_verified() -> None:
    suite = rich()
    assert suite.verification_text == "Not verified by people"
    verify(suite, "e0001", "e0002", "q001")
    assert Suite.objects.get().verification_text == "A sample verified by people: 3 of 21 texts"
    places = [("small", False, label) for label in Event.objects.values_list("label", flat=True)]
    places += [("small", True, label) for label in Query.objects.values_list("label", flat=True)]
    verification.take_over(suite=suite, places=places)
    assert Suite.objects.get().verification == "full"
    assert Suite.objects.get().verification_text == "In full verified by people: 21 of 21 texts"


def test_only_current_words_count() -> None:
    suite = rich()
    verify(suite, "e0001")
    old = Rendering.objects.get(event__label="e0001")
    Rendering.objects.filter(pk=old.pk).update(is_current=False)
    Rendering.objects.create(event=old.event, version=2, text="Other words.", status="draft")
    assert verification.restate(suite=suite).verification_text == "Not verified by people"


def test_a_release_states_what_the_states_of_its_texts_say() -> None:
    suite = suites.store(bundle=worked_example.bundle(), by=None)
    Rendering.objects.filter(event__label__in=["e1", "e2"]).update(status="verified")
    released = suites.release(suite=suite, by=None)
    assert (released.verification, released.verified_texts) == ("sampled", (2, 12))


def test_verified_texts_are_verified_where_they_are_imported(tmp_path: Path) -> None:
    suite = rich()
    verify(suite, "e0001", "q003")
    first = exported(suite, tmp_path / "first")
    assert [json.loads(line) for line in first["verified.jsonl"].splitlines()] == [
        {"scenario": "small", "event": "e0001", "suite_version": 1},
        {"scenario": "small", "query": "q003", "suite_version": 1},
    ]
    assert json.loads(first["manifest.json"])["verification"] == {"state": "sampled", "verified": 2, "of": 21}
    suites.delete(suite=suite, by=None)
    again = imports.import_suite(folder=tmp_path / "first", by=None)
    assert again.verification_text == "A sample verified by people: 2 of 21 texts"
    assert exported(again, tmp_path / "second") == first


def test_what_people_agreed_too_little_on_is_no_more_in_full_where_it_is_imported(tmp_path: Path) -> None:
    suite = rich()
    Rendering.objects.update(status="verified")
    says = "Verified by people, who agree too little to say in full: 21 of 21 texts"
    assert verification.restate(suite=suite).verification_text == says
    first = exported(suite, tmp_path / "first")
    suites.delete(suite=suite, by=None)
    again = imports.import_suite(folder=tmp_path / "first", by=None)
    assert verification.restate(suite=again).verification_text == says
    assert exported(again, tmp_path / "second") == first


def claimed(folder: Path, state: str, *rows: dict[str, str]) -> Path:
    """Files without manifest that claim a verification."""
    (folder / "manifest.json").unlink()
    edit(folder / "suite.json", lambda found: found[0].update(verification=state))
    (folder / "verified.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows))
    return folder


@pytest.mark.parametrize(
    ("state", "rows", "says"),
    [
        (
            "full",
            (),
            r"suite\.json, line 1, column \d+: 'verification' = 'full' is stated, but .* names 0 of 21",
        ),
        (
            "none",
            ({"scenario": "small", "event": "e0001"},),
            "'none' is stated, but verified.jsonl names 1 of 21",
        ),
        ("some", (), "'verification' = 'some' is none of none, sampled, full"),
        ("sampled", ({"scenario": "small", "event": "e9"},), r"verified\.jsonl, line 1, .*'e9' is no event"),
        ("sampled", ({"scenario": "other", "query": "q001"},), "'q001' is no query of scenario 'other'"),
        (
            "sampled",
            ({"scenario": "small"},),
            r"verified\.jsonl, line 1, column 1: the object has no 'event'",
        ),
        ("sampled", ({"scenario": "small", "event": "e0001"},) * 2, r"verified\.jsonl, line 2, column \d+"),
    ],
)
def test_a_claim_that_its_texts_do_not_bear_out_is_refused(
    state: str, rows: tuple[dict[str, str], ...], says: str, tmp_path: Path
) -> None:
    folder = claimed(moved_out(rich(), tmp_path / "files"), state, *rows)
    with pytest.raises(InputRefusedError, match=says):
        imports.import_suite(folder=folder, by=None)
    assert nothing_stored()


def test_a_text_that_fails_its_checks_cannot_have_been_verified() -> None:
    suite = rich()
    Rendering.objects.filter(event__label="e0001").update(status="auto_failed")
    with pytest.raises(
        InputRefusedError, match=r"names 1 text\(s\) that fail their automatic checks here.*e0001"
    ):
        verification.take_over(suite=suite, places=[("small", False, "e0001"), ("small", False, "e0002")])


def test_a_list_of_suites_counts_their_texts_at_once(django_assert_num_queries: Any) -> None:
    rows = [make.suite() for _ in range(3)]
    for row in rows:
        make.event(make.scenario(suite=row), 1)
        make.query(row.scenarios.get())
    Rendering.objects.filter(event__scenario__suite__in=rows[:2]).update(status="verified")
    for row in rows:
        verification.restate(suite=row)
    with django_assert_num_queries(1):
        texts = [suite.verification_text for suite in Suite.objects.with_verified_texts().order_by("pk")]
    assert texts == ["A sample verified by people: 1 of 2 texts"] * 2 + ["Not verified by people"]
