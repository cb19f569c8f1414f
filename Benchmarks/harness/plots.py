"""The plots of docs/benchmarks.md, each drawn from one measurement's data."""

from . import plot
from .plot import GAP, HEIGHT, WIDTH

WHOLE = (GAP, GAP, WIDTH - GAP, HEIGHT - GAP)


def silent(data):
    found = data["figures"]["silent"]

    def series(which, scopes, value):
        return sorted((row["accounts"], row[value]) for row in found if (row["which"], row["scopes"]) == (which, scopes))

    return plot.svg(
        "A silent call over the number of accounts, beside MSAL Python",
        plot.lines(WHOLE, "A token from the store: median time of a call", [
            ("Keyfob, 100 accounts in use", "ours", False, series("hot", "subset", "p50_us")),
            ("Keyfob, any account", "ours, other", True, series("random", "subset", "p50_us")),
            ("MSAL Python, some scopes", "reference", False, series("hot", "subset", "msal_p50_us")),
            ("MSAL Python, exact scopes", "reference, other", True, series("hot", "exact", "msal_p50_us")),
        ], "accounts in the store", x_log=True, y_log=True, y_said=plot.microseconds))


def token(data):
    found = {row["program"]: row for row in data["figures"]["token"]}
    height = 190
    entries = [
        (f"{name}, {kind}", colour + ("" if key == "cpu_ms" else ", other"), found[name][key])
        for name, colour in (("keyfob token", "ours"), ("MSAL Python", "reference"))
        for kind, key in (("processor", "cpu_ms"), ("wall", "wall_ms"))]
    return plot.svg(
        "The command line with a cached token, beside MSAL Python",
        plot.bars((GAP, GAP, WIDTH - GAP, height - GAP), "A process that prints a cached token", entries,
                  lambda _, value: f"{value:,.1f} ms"), height=height)


def processes(data):
    found = data["figures"]["processes"]
    names = {"Keyfob": ("ours", False), "msal-extensions": ("reference", False),
             "msal-extensions with portalocker": ("reference, other", True)}

    def series(value):
        return [
            (name, *look, sorted((row["processes"], row[value]) for row in found if row["library"] == name))
            for name, look in names.items()]

    height, middle = 640, 320
    return plot.svg(
        "Adds a second, and lost writes, over the number of processes, beside msal-extensions",
        plot.lines((GAP, GAP, WIDTH - GAP, middle - GAP / 2), "Accounts added a second by all processes together",
                   series("per_second"), "processes that add to one store", y_log=True)
        + plot.lines((GAP, middle + GAP / 2, WIDTH - GAP, height - GAP), "Acknowledged adds that are not in the store at the end",
                     series("lost"), "processes that add to one store"), height=height)


def refresh(data):
    found = data["figures"]["grants"]
    parts, top, height = [], GAP, 24
    for algorithm in ("RS256", "ES256"):
        full = {row["signatures"]: row for row in found if row["algorithm"] == algorithm}
        two, one = full[2], full[1]
        entries = [
            ("grants, two signatures each", "ours", two["share"] * two["openssl_per_second"]),
            ("grants, one signature each", "ours, other", one["share"] * one["openssl_per_second"]),
            ("openssl" + (" without AVX512-IFMA" if algorithm == "RS256" else ""), "limit", two["openssl_per_second"])]
        if algorithm == "RS256":
            entries.append(("openssl, native", "limit, other", two["openssl_native_per_second"]))
        bottom = top + 48 + 30 * len(entries)

        def said(name, value, limit=two["openssl_per_second"]):
            return f"{value:,.0f}" + (f" ({value / limit:.0%})" if name.startswith("grants") else "")

        parts += plot.bars(
            (GAP, top, WIDTH - GAP, bottom), f"{algorithm} signatures a second of one core", entries, said)
        top = bottom + GAP
        height = top
    return plot.svg("Refresh grants beside the signing limit", parts, height=height)


def nodes(data):
    entries = []
    for row in sorted(data["figures"]["nodes"], key=lambda row: row["nodes"]):
        name = f"{row['nodes']} node{'s' if row['nodes'] > 1 else ''}"
        entries += [(name, "ours", row["grants_per_second"]), (f"pgbench beside {name}", "limit", row["pgbench_per_second"])]
    height = 60 + 30 * len(entries)
    return plot.svg(
        "Refresh grants over the number of nodes, beside pgbench with the same transaction",
        plot.bars((GAP, GAP, WIDTH - GAP, height - GAP), "Grants a second, nodes on one PostgreSQL database", entries,
                  lambda _, value: f"{value:,.0f}"), height=height)


DRAWN = {"silent": silent, "token": token, "processes": processes, "refresh": refresh, "postgresql": nodes}
