"""Gold is immutable: the database refuses to update it, and to delete what a released suite holds.

Deletes are judged once a statement over all rows that went, so that deleting a draft stays fast.
"""

from __future__ import annotations

from django.db import migrations

GOLD = ("scenarios_goldanswer", "scenarios_witness", "scenarios_derivationnode", "scenarios_derivationedge")

#: How each table finds its suite from the deleted rows ``gone``.
SUITE_OF = {
    "scenarios_suite": "gone WHERE gone.status = 'released'",
    "scenarios_scenario": "gone JOIN scenarios_suite s ON s.id = gone.suite_id WHERE s.status = 'released'",
    **{
        table: f"gone JOIN {parent} p ON p.id = gone.{column} JOIN scenarios_scenario c ON c.id = p.scenario_id "
        "JOIN scenarios_suite s ON s.id = c.suite_id WHERE s.status = 'released'"
        for table, parent, column in (
            ("scenarios_action", "scenarios_event", "event_id"),
            ("scenarios_goldanswer", "scenarios_query", "query_id"),
            ("scenarios_witness", "scenarios_query", "query_id"),
            ("scenarios_derivationedge", "scenarios_derivationnode", "parent_id"),
        )
    },
    **dict.fromkeys(
        ("scenarios_event", "scenarios_query", "scenarios_derivationnode"),
        "gone JOIN scenarios_scenario c ON c.id = gone.scenario_id JOIN scenarios_suite s ON s.id = c.suite_id WHERE s.status = 'released'",
    ),
}

UPDATE_FUNCTION = """
CREATE FUNCTION scenarios_refuse_update() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    RAISE EXCEPTION '% is immutable: row % cannot be updated', TG_TABLE_NAME, OLD.id
        USING ERRCODE = 'restrict_violation', HINT = 'Another gold is another release of the suite.';
END $$;
"""


def _forbid_update(table: str) -> migrations.RunSQL:
    return migrations.RunSQL(
        f"CREATE TRIGGER {table}_no_update BEFORE UPDATE ON {table} "
        "FOR EACH ROW EXECUTE FUNCTION scenarios_refuse_update();",
        f"DROP TRIGGER {table}_no_update ON {table};",
    )


def _forbid_delete(table: str, suite_of: str) -> migrations.RunSQL:
    return migrations.RunSQL(
        f"""
        CREATE FUNCTION {table}_refuse_delete() RETURNS trigger LANGUAGE plpgsql AS $$
        BEGIN
            IF EXISTS (SELECT 1 FROM {suite_of}) THEN
                RAISE EXCEPTION 'rows of {table} belong to a released suite and cannot be deleted'
                    USING ERRCODE = 'restrict_violation', HINT = 'Released suites stay; release a new one.';
            END IF;
            RETURN NULL;
        END $$;
        CREATE TRIGGER {table}_no_delete AFTER DELETE ON {table}
            REFERENCING OLD TABLE AS gone FOR EACH STATEMENT EXECUTE FUNCTION {table}_refuse_delete();
        """,
        f"DROP TRIGGER {table}_no_delete ON {table}; DROP FUNCTION {table}_refuse_delete();",
    )


class Migration(migrations.Migration):
    dependencies = [("scenarios", "0005_create_renderings_and_findings")]

    operations = [
        migrations.RunSQL(UPDATE_FUNCTION, "DROP FUNCTION scenarios_refuse_update();"),
        *(_forbid_update(table) for table in GOLD),
        *(_forbid_delete(table, suite_of) for table, suite_of in SUITE_OF.items()),
    ]
