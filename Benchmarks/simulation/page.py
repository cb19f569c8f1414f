"""Writes what is computed and simulated into docs/scale.md, between its marks."""

import textwrap

from harness.marks import replaced

from . import commit, nodes, plan, storm, tenants
from .parameters import Measured
from .tables import size, table, time

PARTS = {"steps": plan.steps, "storage": plan.storage, "nodes": nodes.result, "commit": commit.result,
         "tenants": tenants.result, "storm": storm.result}


def given(measured):
    """The measured figures, as the page states them."""
    rows = [
        ["CPU of a node for a grant, ES256 / RS256, two signatures, SQLite", f"{time(measured.grant['ES256'])} / {time(measured.grant['RS256'])}"],
        ["the same on PostgreSQL, ES256", time(measured.grant_over_postgresql)],
        ["CPU of the database for it", time(measured.database_grant)],
        ["statements that wait for the network, one after another", f"{measured.round_trips:.1f}"],
        ["WAL of it", size(measured.wal)],
        ["disk of a refresh token's row, indexes included / of a user with a consent", f"{size(measured.token_row)} / {size(measured.user_row)}"],
        ["CPU of a sign-in with a password, pages and code included", time(measured.sign_in)],
        ["resident memory of a node, 100,000 users", f"{measured.node_memory:.0f} MB"]]
    runs = "; ".join(f"`{run['command']}`, {run['date']}, commit {run['commit']}" for run in measured.runs)
    notes = " ".join(dict.fromkeys(run["note"] for run in measured.runs if run.get("note")))
    said = f"From {runs}; {measured.runs[0]['machine']}. {notes}".rstrip()
    return table(["", "measured"], rows) + "\n\n" + textwrap.fill(said, 120, break_long_words=False, break_on_hyphens=False)


def page(text):
    measured = Measured()
    for name, make in {"given": given, **PARTS}.items():
        text = replaced(text, "docs/scale.md", name, make(measured))
    return text
