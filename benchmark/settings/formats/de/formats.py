"""How the German pages write numbers and dates: as the English ones do, in German words (ADR 36)."""

DECIMAL_SEPARATOR = "."
THOUSAND_SEPARATOR = ","
NUMBER_GROUPING = 0
DATE_FORMAT = "j. F Y"
DATETIME_FORMAT = "j. F Y H:i"
TIME_FORMAT = "H:i"
SHORT_DATE_FORMAT = "j. M Y"
SHORT_DATETIME_FORMAT = "j. M Y H:i"
