"""Small changes of dates and times."""

import datetime


def change_date(value, rnd):
    """A date or moment nearby, or at an end of a month, a leap day or another year; the same where that is no date."""
    try:
        kind = rnd.randrange(5)
        if kind == 0:
            return value + datetime.timedelta(days=rnd.choice((-31, -7, -1, 1, 7, 28, 365, 366)))
        if kind == 1:
            return value.replace(day=rnd.choice((1, 15, 28, 29, 30, 31)), month=rnd.randint(1, 12))
        if kind == 2:
            return value.replace(month=2, day=rnd.choice((28, 29)), year=rnd.choice((2000, 2020, 2023, 2024, 2100)))
        if kind == 3:
            return value + datetime.timedelta(days=rnd.randint(-800, 800))
        if isinstance(value, datetime.datetime):
            return value + datetime.timedelta(seconds=rnd.choice((-3600, -60, -1, 1, 60, 3600, 43200)))
        return value.replace(year=value.year + rnd.choice((-1, 1, 4)))
    except (ValueError, OverflowError):
        return value


def change_time(value, rnd):
    hour, minute = rnd.choice((0, 6, 12, 23, value.hour)), rnd.choice((0, 1, 30, 59, value.minute))
    return value.replace(hour=hour, minute=minute, second=rnd.choice((0, 59, value.second)))


def change_span(value, rnd):
    return value + datetime.timedelta(seconds=rnd.choice((-86400, -3600, -60, -1, 1, 60, 3600, 86400)))
