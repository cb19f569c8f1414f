"""What a run has measured: rows for its table, and figures as data for the plots."""

rows = []
figures = {}
_measurement = ""


def begin(measurement):
    """Names what the next rows and figures belong to."""
    global _measurement
    _measurement = measurement


def row(measurement, ours, reference, goal, passed):
    """Notes a row; `passed` is None where there is no goal."""
    verdict = "" if passed is None else "met" if passed else "**missed**"
    rows.append((_measurement, (measurement, ours, reference, goal, verdict)))
    print("  " + " | ".join(text for text in (measurement, ours, reference, goal, verdict) if text), flush=True)


def figure(kind, **values):
    """Notes a figure of the measurement: a row of a plot's data."""
    figures.setdefault(_measurement, {}).setdefault(kind, []).append(
        {name: round(value, 3) if isinstance(value, float) else value for name, value in values.items()})


def measured(measurement):
    """A measurement's rows and figures, as they are written to a file."""
    return {"rows": [list(line) for name, line in rows if name == measurement], "figures": figures.get(measurement, {})}


def table(lines=None):
    """The rows as a table of Markdown."""
    head = ("measurement", "ours", "reference", "goal", "")
    lines = [line for _, line in rows] if lines is None else lines
    widths = [max(len(line[column]) for line in [head, *lines]) for column in range(len(head))]

    def written(cells):
        return "| " + " | ".join(cell.ljust(width) for cell, width in zip(cells, widths)) + " |"

    return "\n".join([written(head), "|" + "|".join("-" * (width + 2) for width in widths) + "|", *map(written, lines)])


def percentile(values, percent):
    """The smallest value that at least so many percent of the values do not exceed."""
    ordered = sorted(values)
    return ordered[max(0, -(-len(ordered) * percent // 100) - 1)]
