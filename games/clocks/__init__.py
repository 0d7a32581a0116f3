"""How long a seat may think: settings and hours as data, and the due time they give.

Pure functions: time is a parameter, nothing is stored here.
"""

from games.clocks.hours import (
    ALWAYS_AWAKE,
    PlayerHours,
    Vacation,
    hours_problem,
    vacation_days_in,
    vacation_problem,
)
from games.clocks.reminders import reminder_times, reminders_begin
from games.clocks.running import (
    due_after,
    due_time,
    extended,
    hours_on_average,
    hours_per_move,
    remaining,
    running_time,
)
from games.clocks.settings import (
    KINDS,
    NO_CLOCK,
    Bank,
    Clock,
    NoClock,
    PerMove,
    allowance_of,
    bank_after,
    clock_problem,
    clock_read,
    clock_write,
)

__all__ = [
    "ALWAYS_AWAKE",
    "KINDS",
    "NO_CLOCK",
    "Bank",
    "Clock",
    "NoClock",
    "PerMove",
    "PlayerHours",
    "Vacation",
    "allowance_of",
    "bank_after",
    "clock_problem",
    "clock_read",
    "clock_write",
    "due_after",
    "due_time",
    "extended",
    "hours_on_average",
    "hours_per_move",
    "hours_problem",
    "remaining",
    "reminder_times",
    "reminders_begin",
    "running_time",
    "vacation_days_in",
    "vacation_problem",
]
