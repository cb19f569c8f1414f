"""Rows of figure, reference, goal and verdict, printed as one table."""

rows = []


def row(measurement, ours, reference, goal, passed):
    """Notes a row; `passed` is None where there is no goal."""
    rows.append((measurement, ours, reference, goal, "" if passed is None else "PASS" if passed else "miss"))
    print("  " + " | ".join(text for text in rows[-1] if text), flush=True)


def table():
    head = ("measurement", "ours", "reference", "goal", "")
    widths = [max(len(line[column]) for line in [head, *rows]) for column in range(len(head))]

    def line(cells):
        return "| " + " | ".join(cell.ljust(width) for cell, width in zip(cells, widths)) + " |"

    return "\n".join([line(head), "|" + "|".join("-" * (width + 2) for width in widths) + "|", *map(line, rows)])


def percentile(values, percent):
    """The smallest value that at least so many percent of the values do not exceed."""
    ordered = sorted(values)
    return ordered[max(0, -(-len(ordered) * percent // 100) - 1)]
