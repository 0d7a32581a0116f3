"""Czech as people write it: the month of a day stands in the genitive, "17. listopadu"."""

MONTH_DAY_FORMAT = "j. E"
