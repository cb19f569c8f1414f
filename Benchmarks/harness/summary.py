"""What a reader wants to know first: a few sentences for each plot, with the figures that the plot shows."""

import textwrap

from .plot import microseconds


def silent(data):
    found = {(row["accounts"], row["which"], row["scopes"]): row for row in data["figures"]["silent"]}
    sizes = sorted({accounts for accounts, _, _ in found})
    few, many = (found[size, "hot", "subset"] for size in (sizes[0], sizes[-1]))
    return (
        f"**A token that the store has takes {microseconds(many['p50_us'])}** with {sizes[-1]:,} accounts in the store, and "
        f"{microseconds(few['p50_us'])} with a single one. The first time for an account it takes "
        f"{microseconds(found[sizes[-1], 'random', 'subset']['p50_us'])}. MSAL Python, with the same accounts in memory, takes "
        f"{microseconds(found[sizes[-1], 'hot', 'exact']['msal_p50_us'])} for exactly the scopes that were granted; for some "
        f"of them it takes {microseconds(few['msal_p50_us'])} with a single account and {microseconds(many['msal_p50_us'])} with "
        f"{sizes[-1]:,} accounts, because it then looks at every token.")


def token(data):
    ours, other = data["figures"]["token"]
    return (
        f"**`keyfob token` prints a cached token after {ours['wall_ms']:.0f} ms**, and uses the processor for "
        f"{ours['cpu_ms']:.0f} ms. A script with MSAL Python takes {other['wall_ms']:,.0f} ms.")


def processes(data):
    found = {(row["library"], row["processes"]): row for row in data["figures"]["processes"]}
    most = max(count for _, count in found)
    ours, plain, locked = (
        found[name, most] for name in ("Keyfob", "msal-extensions", "msal-extensions with portalocker"))
    lost = sum(row["lost"] for row in data["figures"]["processes"] if row["library"] == "Keyfob")

    def losing(row):
        failed = f", and {row['failed']:,} adds failed" if row["failed"] else ""
        return f"{row['per_second']:,.0f} a second, of which {row['lost']:,} of {row['added']:,} are lost{failed}"

    return (
        f"**{most} processes add {ours['per_second']:,.0f} accounts a second to one store**, each on the disk when the call "
        f"returns, and {'none is' if lost == 0 else f'{lost:,} are'} lost, with any number of processes. With "
        f"msal-extensions, as pip installs it, they add {losing(plain)}; with portalocker {losing(locked)}.")


def refresh(data):
    full = {(row["algorithm"], row["signatures"]): row for row in data["figures"]["grants"]}
    rs256, es256 = full["RS256", 2], full["ES256", 2]
    alone = {row["algorithm"]: row for row in data["figures"]["times"] if row["clients"] == 1}

    return (
        f"**A core of the provider serves {rs256['grants_per_cpu_second']:,.0f} refresh grants a second with RS256, and "
        f"{es256['grants_per_cpu_second']:,.0f} with ES256**, each with an access token and an id token. Their signatures are "
        f"{rs256['share']:.0%} and {es256['share']:.0%} of those that openssl makes on the same core when it does nothing "
        "else (without AVX512-IFMA, which the provider's library does not use). A grant takes "
        f"{alone['RS256']['p50_us'] / 1000:.1f} ms with RS256 and {alone['ES256']['p50_us'] / 1000:.1f} ms with ES256 "
        "where one client requests them one after the other.")


def directory(data):
    rows, start = data["figures"]["directory"], data["figures"]["start"][0]
    ratio, memory = max(row["ratio"] for row in rows), max(row["resident_peak_mb"] for row in rows)
    return (
        f"**With {start['users']:,} users and {start['tokens']:,} refresh tokens the provider starts in "
        f"{start['milliseconds']:,.0f} ms and takes {memory:,.0f} MB of memory**; a grant costs {ratio:.2f} times as much as "
        "with an empty directory.")


def postgresql(data):
    rows = sorted(data["figures"]["nodes"], key=lambda row: row["nodes"])
    named = "; ".join(
        f"{row['nodes']} node{'s' if row['nodes'] > 1 else ''}: {row['grants_per_second']:,.0f} grants a second beside "
        f"{row['pgbench_per_second']:,.0f} of pgbench's" for row in rows)
    return (
        f"**Nodes that share one PostgreSQL database**, with the same transaction in pgbench: {named}. Nodes, database and "
        f"load are on one machine ({data['machine']}) and share its processors, so a second node adds none.")


SENTENCES = {"silent": silent, "token": token, "processes": processes, "refresh": refresh, "directory": directory,
             "postgresql": postgresql}
TITLES = {
    "silent": "The median time of a silent call over the number of accounts, beside MSAL Python; both axes are logarithmic",
    "token": "The time of a process that prints a cached token, beside MSAL Python",
    "processes": "Adds a second and lost writes over the number of processes, beside msal-extensions",
    "refresh": "Signatures a second in refresh grants, beside what openssl signs on the same core",
    "postgresql": "Grants a second over the number of nodes, beside pgbench",
}


def text(measured):
    """The sentences, each with its plot below."""
    parts = []
    for name, sentence in SENTENCES.items():
        if name in measured:
            parts.append(textwrap.fill(sentence(measured[name]), 120, break_long_words=False, break_on_hyphens=False))
            if name in TITLES:
                parts.append(f"![{TITLES[name]}](images/benchmarks-{name}.svg)")
    return "\n\n".join(parts)
