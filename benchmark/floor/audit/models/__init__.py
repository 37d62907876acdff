from benchmark.floor.audit.models.audit_record import AuditRecord

MUTABILITY = {"AuditRecord": "immutable"}

__all__ = ["MUTABILITY", "AuditRecord"]
