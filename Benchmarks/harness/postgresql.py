"""Refresh grants a second of one node and of two on PostgreSQL, beside pgbench running the same transaction.

The transaction is read from the server's log, so it is the one that this build of the provider runs. pgbench repeats it
with as many connections as clients, in the same session settings; what the server logs of pgbench is compared with it.
"""

import json
import os
import re
import ssl
import subprocess
import sys
import tempfile
import threading
import time
import urllib.error
import urllib.parse
import urllib.request

from . import processes
from .report import figure, row

sys.path.insert(0, os.path.join(processes.ROOT, "Scripts"))
import postgresql_server  # noqa: E402

# As many clients of each node as it has connections to PostgreSQL.
SECONDS, CLIENTS = 10, 8
IDP = os.environ.get("KEYFOB_IDP") or os.path.join(processes.ROOT, ".build", "release", "keyfob-idp")
TENANT, CLIENT = "contoso.test", "aaaaaaaa-0000-4000-8000-000000000001"
SCOPES = "openid profile offline_access api://files/Files.Read"
GRAPH = "00000003-0000-0000-c000-000000000000"


class Node:
    """`keyfob-idp serve` on a database."""

    def __init__(self, home, number, server):
        self.data = os.path.join(home, str(number))
        self.process = subprocess.Popen(
            [IDP, "serve", "--port", "0", "--data", self.data, "--database", server.database(),
             "--signing-algorithm", "ES256", "--print-ready-json"],
            stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, text=True)
        line = self.process.stdout.readline()
        if not line:
            raise SystemExit(f"keyfob-idp does not start with --database: it needs the trait PostgreSQL ({IDP})")
        self.base = json.loads(line)["base_url"].rstrip("/")
        self.tls = ssl.create_default_context(cafile=os.path.join(self.data, "ca.pem"))
        with open(os.path.join(self.data, "admin-token"), encoding="utf-8") as token:
            self.token = token.read().strip()

    def send(self, path, body=None, fields=None):
        request = urllib.request.Request(self.base + path, body, fields or {})
        try:
            with urllib.request.urlopen(request, context=self.tls, timeout=60) as answer:
                return json.load(answer)
        except urllib.error.HTTPError as error:
            raise SystemExit(f"{path}: HTTP {error.code}: {error.read()[:300]}") from None

    def graph(self, path, body=None):
        fields = {"Authorization": "Bearer " + self.token, "Content-Type": "application/json"}
        return self.send("/v1.0/" + path, None if body is None else json.dumps(body).encode(), fields)

    def redeem(self, form):
        form = {"client_id": CLIENT, "scope": SCOPES, **form}
        return self.send(f"/{TENANT}/oauth2/v2.0/token", urllib.parse.urlencode(form).encode())["refresh_token"]

    def sign_in(self):
        return self.redeem({"grant_type": "password", "username": f"ada@{TENANT}", "password": "Keyfob-demo-1"})

    def refresh(self, token):
        return self.redeem({"grant_type": "refresh_token", "refresh_token": token})

    def consent(self):
        """An administrator's consent, so that no user has to see a page."""
        def principal(condition):
            return self.graph("servicePrincipals?$filter=" + urllib.parse.quote(condition))["value"][0]["id"]
        for resource, scope in (("servicePrincipalNames/any(n:n eq 'api://files')", "Files.Read"),
                                (f"appId eq '{GRAPH}'", "openid profile offline_access User.Read")):
            self.graph("oauth2PermissionGrants", {
                "clientId": principal(f"appId eq '{CLIENT}'"), "consentType": "AllPrincipals",
                "resourceId": principal(resource), "scope": scope})

    def stop(self):
        self.process.kill()
        self.process.wait()
        self.process.stdout.close()


# The load: a process for each node, with a thread and a connection for each client. It costs less than a node.

LOAD = r'''
import json, socket, ssl, sys, threading, time, urllib.parse
given = json.load(sys.stdin)
tls = ssl.create_default_context(cafile=given["ca"])
counts, failures = [0] * len(given["tokens"]), []
ready = threading.Barrier(len(given["tokens"]) + 1)
def client(number, token):
    wire = tls.wrap_socket(socket.create_connection(("127.0.0.1", given["port"])), server_hostname="localhost")
    wire.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    reader = wire.makefile("rb")
    form = urllib.parse.urlencode(given["form"]) + "&refresh_token="
    head = ("POST %s HTTP/1.1\r\nHost: localhost:%d\r\nContent-Type: application/x-www-form-urlencoded\r\n"
            % (given["path"], given["port"]))
    ready.wait()
    end = time.monotonic() + given["seconds"]
    while time.monotonic() < end:
        body = form + urllib.parse.quote(token)
        wire.sendall((head + "Content-Length: %d\r\n\r\n%s" % (len(body), body)).encode())
        status, length = reader.readline(), 0
        while True:
            line = reader.readline().rstrip()
            if not line:
                break
            if line.lower().startswith(b"content-length:"):
                length = int(line[15:])
        answer = reader.read(length)
        if b" 200 " not in status:
            failures.append(status.decode() + answer.decode()[:200])
            return
        token = json.loads(answer)["refresh_token"]
        counts[number] += 1
threads = [threading.Thread(target=client, args=pair) for pair in enumerate(given["tokens"])]
for thread in threads:
    thread.start()
ready.wait()
began = time.monotonic()
for thread in threads:
    thread.join()
print(json.dumps({"grants": sum(counts), "seconds": time.monotonic() - began, "failures": failures}))
'''


def grants(nodes, seconds, clients):
    """Grants a second of nodes under load at the same time."""
    loads = []
    for node in nodes:
        given = {"port": int(node.base.rsplit(":", 1)[1]), "path": f"/{TENANT}/oauth2/v2.0/token", "seconds": seconds,
                 "ca": os.path.join(node.data, "ca.pem"), "tokens": [node.sign_in() for _ in range(clients)],
                 "form": {"client_id": CLIENT, "scope": SCOPES, "grant_type": "refresh_token"}}
        loads.append((subprocess.Popen([sys.executable, "-c", LOAD], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                                       text=True), given))
    results = [None] * len(loads)

    def run(index, process, given):
        results[index] = json.loads(process.communicate(json.dumps(given))[0])
    threads = [threading.Thread(target=run, args=(index, *load)) for index, load in enumerate(loads)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    failures = [failure for result in results for failure in result["failures"]]
    if failures:
        raise SystemExit(f"{len(failures)} clients got an error: {failures[0]}")
    return sum(result["grants"] / result["seconds"] for result in results)


# The transaction

class Statement:
    """A statement as the server logs it, with its parameters as literals of SQL."""

    def __init__(self, text, parameters=()):
        self.text, self.parameters = re.sub(r"\s+", " ", text.strip().rstrip(";")), list(parameters)

    @property
    def shape(self):
        """The text without the numbers of its parameters; those that are NULL are not parameters for pgbench."""
        def placeholder(match):
            value = self.parameters[int(match[1]) - 1]
            return "NULL" if value == "NULL" else "$"
        return re.sub(r"\$(\d+)", placeholder, self.text)


def log_statements(server, which):
    server.execute(f"ALTER SYSTEM SET log_statement = '{which}'")
    server.execute("SELECT pg_reload_conf()")


def logged(server, body):
    """Runs a body, and returns what the server executed meanwhile, by session."""
    log_statements(server, "all")
    # A session reads its settings before its next statement.
    body()
    start = os.path.getsize(server.log)
    body()
    time.sleep(0.2)
    with open(server.log, encoding="utf-8") as log:
        log.seek(start)
        text = log.read()
    log_statements(server, "none")
    # A line that begins with a tab continues the one before it.
    lines = re.sub(r"\n\t", "\n ", text).split("\n§")
    sessions, last = {}, {}
    for line in lines:
        match = re.match(r"§?(\d+) (\w+):  (?:statement: |execute [^:]*: |parameters: )?(.*)", line, re.S)
        if not match:
            continue
        session, kind, rest = match.groups()
        if kind == "LOG" and re.search(r"LOG:  (statement|execute)", line):
            last[session] = Statement(rest)
            sessions.setdefault(session, []).append(last[session])
        elif kind == "DETAIL" and session in last and "DETAIL:  parameters: " in line:
            last[session].parameters = re.findall(r"\$\d+ = ('(?:[^']|'')*'|NULL)", rest)
    return sessions


def transaction(sessions):
    """The statements from the only BEGIN to its COMMIT."""
    found = []
    for statements in sessions.values():
        texts = [statement.text for statement in statements]
        for index, text in enumerate(texts):
            if text.startswith("BEGIN"):
                found.append(statements[index:texts.index("COMMIT", index) + 1])
    if len(found) != 1:
        raise SystemExit(f"A refresh grant runs {len(found)} transactions, not one: {[[s.text for s in t] for t in found]}")
    return found[0]


def script(statements, grant):
    """The transaction as pgbench's script: each client redeems the token that it got last."""
    variables, lines = {}, [
        "\\set old :client_id * 1000000000000 + :count", "\\set count :count + 1", "\\set new :old + 1"]
    present = next(value for statement in statements for value in statement.parameters if value.startswith("'\\x"))

    def argument(value):
        if value == "NULL":
            return value
        if value.startswith("'\\x") and len(value) == 68:
            return f"sha256(int8send(:{'old' if value == present else 'new'}))"
        if value == f"'{grant}'":
            return f"concat('{grant}/', :client_id::text)"
        name = variables.setdefault(value, f"v{len(variables)}")
        return f":{name}"

    for statement in statements:
        lines.append(re.sub(r"\$(\d+)", lambda m: argument(statement.parameters[int(m[1]) - 1]), statement.text) + ";")
    values = {name: value[1:-1].replace("''", "'") for value, name in variables.items()}
    return "\n".join(lines) + "\n", values


def same(statements, others):
    """Whether pgbench's statements are the provider's, but for the expressions that make the hashes and the grant."""
    def normal(statement):
        text = re.sub(r"sha256\(int8send\(\$\d+\)\)|concat\('[^']*', \$\d+::text\)", "$", statement.text)
        return re.sub(r"\$\d+", "$", text)
    return [statement.shape for statement in statements] == [normal(statement) for statement in others]


def settings(server):
    """The settings of a node's sessions, from the statements by which it makes them."""
    with open(server.log, encoding="utf-8") as log:
        setup = re.search(r"SET search_path = .*?(?:\n§|\Z)", log.read(), re.S)[0]
    return re.findall(r"\bSET (\w+) = '?([\w ]+)'?", setup)


class Bench:
    """pgbench, with the transaction as its script."""

    def __init__(self, server, statements, folder):
        self.server = server
        token = next(value for statement in statements for value in statement.parameters if value.startswith("'\\x"))
        self.grant = server.execute(f"SELECT grant_id FROM keyfob_idp.refresh_token WHERE token_hash = {token}").strip()
        text, self.values = script(statements, self.grant)
        self.file = os.path.join(folder, "refresh-grant.sql")
        with open(self.file, "w", encoding="utf-8") as file:
            file.write(text)
        os.chmod(self.file, 0o644)
        self.options = " ".join(f"-c {name}={value}".replace("read committed", "read\\ committed")
                                for name, value in settings(server))
        self.columns = server.execute(
            "SELECT string_agg(column_name, ', ') FROM information_schema.columns WHERE table_schema = 'keyfob_idp' "
            "AND table_name = 'refresh_token' AND column_name NOT IN ('position', 'token_hash', 'grant_id')").strip()
        self.token = token

    def run(self, clients, *arguments):
        # Every client begins with a token of its own, a copy of the one that was redeemed.
        self.server.execute(
            f"DELETE FROM keyfob_idp.refresh_token WHERE grant_id LIKE '{self.grant}/%';"
            f"INSERT INTO keyfob_idp.refresh_token (token_hash, grant_id, {self.columns}) "
            f"SELECT sha256(int8send(n * 1000000000000)), concat('{self.grant}/', n::text), {self.columns} "
            f"FROM keyfob_idp.refresh_token, generate_series(0, {clients - 1}) AS n WHERE token_hash = {self.token};"
            f"ANALYZE keyfob_idp.refresh_token")
        defines = [part for name, value in {"count": "0", **self.values}.items() for part in ("-D", f"{name}={value}")]
        return self.server.run(
            "pgbench", "-n", "-M", "prepared", "--max-tries=200", "-f", self.file, "-c", str(clients), "-j",
            str(min(2, clients)), *defines, *arguments, "postgres", environment={"PGOPTIONS": self.options})

    def rate(self, seconds, clients):
        said = self.run(clients, "-T", str(seconds))
        failed = re.search(r"number of failed transactions: (\d+)", said)
        if failed and failed[1] != "0":
            raise SystemExit(f"pgbench: {failed[1]} transactions failed")
        return float(re.search(r"tps = ([\d.]+)", said)[1])


def run(seconds=SECONDS, clients=CLIENTS):
    server = postgresql_server.Server(["log_line_prefix=§%p "])
    nodes = []
    try:
        server.start()
        with tempfile.TemporaryDirectory() as home:
            measure(server, nodes, home, seconds, clients)
    finally:
        for node in nodes:
            node.stop()
        server.remove()


def measure(server, nodes, home, seconds, clients):
    # The settings of a node's sessions are read from the log too.
    log_statements(server, "all")
    nodes.append(Node(home, 0, server))
    nodes[0].consent()
    token = nodes[0].sign_in()

    def refresh():
        nonlocal token
        token = nodes[0].refresh(token)
    refresh()
    statements = transaction(logged(server, refresh))
    bench = Bench(server, statements, server.folder)
    own = transaction(logged(server, lambda: bench.run(1, "-t", "1")))
    if not same(statements, own):
        raise SystemExit("pgbench runs other statements than the provider: "
                         + json.dumps([[s.shape for s in statements], [s.text for s in own]], indent=1))
    nodes.append(Node(home, 1, server))
    for count in (1, 2):
        ours = grants(nodes[:count], seconds, clients)
        theirs = bench.rate(seconds, count * clients)
        figure("nodes", nodes=count, clients=clients, grants_per_second=ours, pgbench_per_second=theirs)
        row(f"refresh grants a second, {count} node{'s' if count > 1 else ''} on PostgreSQL, ES256, {clients} clients each",
            f"{ours:,.0f} grants", f"pgbench, the same transaction, {count * clients} connections: {theirs:,.0f}",
            f"ratio {ours / theirs:.2f}", None)
    # What was measured is what pgbench ran.
    if [s.shape for s in transaction(logged(server, refresh))] != [s.shape for s in statements]:
        raise SystemExit("A later grant runs other statements.")
