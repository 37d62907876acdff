from __future__ import annotations

from django.db import migrations

CREATE = """
CREATE FUNCTION audit_refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    RAISE EXCEPTION 'Audit records are written once: % refused.', lower(TG_OP) USING ERRCODE = 'integrity_constraint_violation';
END $$;
CREATE TRIGGER audit_record_is_immutable BEFORE UPDATE OR DELETE ON audit_auditrecord
    FOR EACH ROW EXECUTE FUNCTION audit_refuse_change();
"""
DROP = """
DROP TRIGGER audit_record_is_immutable ON audit_auditrecord;
DROP FUNCTION audit_refuse_change();
"""


class Migration(migrations.Migration):
    dependencies = [("audit", "0001_create_audit_records")]

    operations = [migrations.RunSQL(CREATE, DROP)]
