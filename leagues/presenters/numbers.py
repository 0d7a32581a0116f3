"""League points and odds for the eye."""

from __future__ import annotations

from fractions import Fraction

from django.utils.translation import gettext as _

_VULGAR = {
    Fraction(1, 2): "½",
    Fraction(1, 3): "⅓",
    Fraction(2, 3): "⅔",
    Fraction(1, 4): "¼",
    Fraction(3, 4): "¾",
}


def points_words(points: Fraction | str) -> str:
    """10, 10½, 3⅓: shared places make fractions, and rounding them would hide who leads."""
    value = Fraction(points)
    sign, value = ("−" if value < 0 else ""), abs(value)
    whole, part = divmod(value, 1)
    if not part:
        return f"{sign}{whole}"
    shown = _VULGAR.get(part) or f" {part}"
    return f"{sign}{whole or ''}{shown}".replace("− ", "−")


def percent_words(share: float) -> str:
    """Neither 0 nor 100 % is said of something that can still happen or fail."""
    if 0 < share < 0.01:
        return _("under 1 %%") % ()
    if 0.99 < share < 1:
        return _("over 99 %%") % ()
    return _("%(share)d %%") % {"share": round(share * 100)}


def measure_words(value: str) -> str:
    """A tie-break value: a number, or a share with two decimals."""
    number = Fraction(value)
    return str(number) if number.denominator == 1 else f"{float(number):.2f}"
