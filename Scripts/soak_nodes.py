"""Mixed traffic on several nodes of the provider over one PostgreSQL database: see `Scripts/soak --help`.

The nodes run in the profile `strict`. Clients send each request to any node, as behind a balancer, also to one that is
down: then the request goes to another. One node after another is killed and started again, and the database restarts
once. Codes and refresh tokens are presented at all nodes at once. It fails

- if a code is redeemed twice, or a refresh token more often than the profile allows: a client that never got the response
  may try once more within 30 seconds, and only one of the two successors is then valid;
- if something that was acknowledged does not hold: refresh tokens, consents, revocations, client secrets, users;
- for each error at a node that was up, unless the database was down during the request.
"""

import argparse
import asyncio
import collections
import json
import os
import random
import shutil
import signal
import socket
import ssl
import sys
import tempfile
import time

import postgresql_server
from soak import CLIENT, PASSWORD, REDIRECT, SCOPES, TENANT, TOO_OLD, Connection, Lost, Person, Soak, Wrong

# The provider's response if it could not use its store; other responses with status 503 are limits.
NO_STORE = "could not use its store"
# A connection that was idle for longer is not used again: the node may be about to close it.
IDLE = 5.0
# What a statement in the database can do to the store's promises: `--plant` shows that the run notices each.
PLANTS = {
    "codes": ("authorization_code", "BEFORE UPDATE", "NEW.redeemed_at := NULL; RETURN NEW;"),
    "tokens": ("refresh_token", "BEFORE UPDATE", "NEW.redeemed_at := NULL; RETURN NEW;"),
    "successors": ("refresh_token", "BEFORE UPDATE", "NEW.revoked_at := NULL; RETURN NEW;"),
    "grants": ("refresh_token", "BEFORE INSERT", "IF random() < 0.02 THEN RETURN NULL; END IF; RETURN NEW;"),
    "consents": ("consent", "BEFORE INSERT OR UPDATE", "IF NEW.user_id <> '*' THEN RETURN NULL; END IF; RETURN NEW;"),
    "sessions": ("session", "BEFORE INSERT OR UPDATE", "IF random() < 0.1 THEN RETURN NULL; END IF; RETURN NEW;"),
    "users": ("\"user\"", "BEFORE UPDATE", "NEW.revocation_epoch := OLD.revocation_epoch; "
              "NEW.tokens_valid_from := OLD.tokens_valid_from; RETURN NEW;"),
    "secrets": ("application", "BEFORE UPDATE", "IF random() < 0.2 THEN RETURN OLD; END IF; RETURN NEW;"),
    "errors": ("refresh_token", "BEFORE INSERT",
               "IF random() < 0.02 THEN RAISE EXCEPTION 'planted'; END IF; RETURN NEW;"),
}


class Node:
    """A node's process, and what a connection needs to know of it."""

    def __init__(self, soak, number):
        self.soak, self.number = soak, number
        self.data = os.path.join(soak.home, f"node{number}")
        self.is_up, self.generation, self.port, self.process = False, 0, 0, None

    @property
    def host(self):
        return self.soak.host

    @property
    def tls(self):
        return self.soak.tls

    async def start(self):
        options = self.soak.options
        self.process = await asyncio.create_subprocess_exec(
            options.provider, "serve", "--port", "0", "--data", self.data, "--database", self.soak.server.database(),
            "--profile", "strict", "--public-port", str(self.soak.port), "--print-ready-json",
            stdout=asyncio.subprocess.PIPE, stderr=open(self.data + ".log", "ab"),
            env=dict(os.environ, KEYFOB_HOME=self.soak.home))
        line = await asyncio.wait_for(self.process.stdout.readline(), 60)
        try:
            self.port = int(json.loads(line)["base_url"].rstrip("/").rsplit(":", 1)[1])
        except (ValueError, KeyError, IndexError):
            raise RuntimeError(f"Node {self.number} did not start: {line!r}, see {self.data}.log") from None
        self.generation += 1
        self.is_up = True

    async def kill(self):
        self.is_up = False
        self.process.send_signal(signal.SIGKILL)
        await self.process.wait()

    # What a connection reports

    def note(self, path, seconds):
        self.soak.note(path, seconds)

    def note_lost(self, method, path, error, seconds):
        # While the database is down a response may take longer than a client waits.
        if not (isinstance(error, asyncio.TimeoutError) and self.soak.was_down(time.monotonic() - seconds)):
            self.soak.fault(f"{method} {path.split('?')[0]} at node {self.number}, which was up, after {seconds:.2f} s: "
                            f"{type(error).__name__} {error}")


class Balanced:
    """A client's connections to the nodes, with one browser's cookies."""

    def __init__(self, soak):
        self.soak, self.cookies, self.lost = soak, {}, 0
        self.wires = [Connection(node) for node in soak.nodes]
        self.used = [0.0] * len(self.wires)
        for wire in self.wires:
            wire.cookies = self.cookies

    async def close(self):
        for wire in self.wires:
            await wire.close()

    async def send(self, method, path, form=None, body=None, fields=None):
        order = list(self.soak.nodes)
        random.shuffle(order)
        for node in order:
            if await self._reaches(node):
                try:
                    return await self.send_to(node, method, path, form, body, fields)
                except Lost:
                    self.lost += 1
                    raise
        if not self.soak.was_down(time.monotonic()) and len(order) > 1:
            self.soak.fault(f"{method} {path.split('?')[0]}: no node accepts a connection")
        raise Lost(f"{method} {path}: no node")

    async def send_to(self, node, method, path, form=None, body=None, fields=None):
        """Sends a request to one node; None stands for a response that says that the database is down."""
        if not await self._reaches(node):
            raise Lost(f"{method} {path}: node {node.number} is down")
        began = time.monotonic()
        answer = await self.wires[node.number].send(method, path, form, body, fields)
        self.used[node.number] = time.monotonic()
        if answer.status >= 500 or answer.is_busy:
            if NO_STORE in answer.text or answer.status not in (429, 503):
                if self.soak.was_down(began) and answer.status == 503:
                    self.soak.excused["503 while the database was down"] += 1
                else:
                    self.soak.fault(f"HTTP {answer.status} of {path.split('?')[0]} at node {node.number}: "
                                    f"{answer.text[:160]}")
                raise Lost(f"{method} {path}: HTTP {answer.status}")
            self.soak.excused[f"HTTP {answer.status}: too many passwords at a time, or a lockout"] += 1
        return answer

    async def _reaches(self, node):
        wire, (was_up, generation) = self.wires[node.number], (node.is_up, node.generation)
        if wire.writer and (wire.reader.at_eof() or time.monotonic() - self.used[node.number] > IDLE):
            await wire.close()
        try:
            await asyncio.wait_for(wire.open(), 20)
            self.used[node.number] = time.monotonic()
            return True
        except (OSError, ssl.SSLError, asyncio.TimeoutError, ValueError) as error:
            await wire.close()
            if was_up and node.is_up and node.generation == generation:
                self.soak.fault(f"Node {node.number}, which is up, accepts no connection: {type(error).__name__} {error}")
            self.soak.excused["connections to a killed node, sent to another"] += 1
            return False


class Chain:
    """The refresh tokens that descend from one authorization. Only the last is valid."""

    def __init__(self, token, redemption, scopes):
        self.token, self.redemption, self.scopes = token, redemption, scopes
        self.redeemed = []


class NodePerson(Person):
    """A user of the strict profile, whose requests go to any node."""

    def __init__(self, soak, number):
        super().__init__(soak, number)
        self.chains, self.ended = [], []
        self.application, self.secrets, self.removed = None, [], []
        # What `_now` was when the session began; None without a session.
        self.session = None

    def choices(self):
        replaced = ("refresh", "revoke", "spent")
        flows = [(flow, weight) for flow, weight in super().choices() if flow.__name__ not in replaced] + [
            (self.refresh, 30), (self.revoke, 1), (self.spent, 3), (self.replay, 5), (self.race_code, 4),
            (self.race_refresh, 4), (self.use_secret, 4),
        ]
        # A secret is a change of the directory, with which other requests begin again: not each user makes some.
        return flows + [(self.add_secret, 2), (self.remove_secret, 1)] if self.number < 2 else flows

    async def both(self, path, form, again=1):
        """Sends a form to every node at once, `again` times to each; returns the responses, None for one that was lost."""
        async def one(node, wires):
            try:
                return await wires.send_to(node, "POST", path, form)
            except Lost:
                return None
        wires = [self.wire] + [Balanced(self.soak) for _ in range(again - 1)]
        try:
            return await asyncio.gather(*[one(node, group) for group in wires for node in self.soak.nodes])
        finally:
            for group in wires[1:]:
                await group.close()

    async def refused_everywhere(self, form, what, path=f"/{TENANT}/oauth2/v2.0/token"):
        answers = await self.both(path, form)
        self.soak.judged["presented again at all nodes"] += 1
        for answer in answers:
            if answer is not None and answer.status == 200:
                raise Wrong(f"{what} is accepted.")
        return answers

    # The session

    @property
    def _now(self):
        """Changes when the clock moves, and when a response to the browser was lost: its cookies are unknown then."""
        return None if self.soak.is_moving else (self.soak.moves, self.web.lost)

    def asked_for_password(self):
        if self.session and self.session == self._now:
            raise Wrong("A user who is signed in has to enter the password.")

    async def _code(self, extra=(), version="/v2.0"):
        began, had_session = self._now, self.session is not None and self.session == self._now
        came, verifier = await super()._code(extra, version)
        if came and "code" in came:
            self.soak.judged["sign-ins by a session"] += had_session
            self.session = began
        return came, verifier

    async def sign_in(self):
        # The cookies are removed.
        self.session = None
        await super().sign_in()

    async def sign_out(self):
        self.session = None
        await super().sign_out()

    # Grants

    async def _redeem(self, came, verifier, version="/v2.0"):
        form = self._redemption(came, verifier)
        path = f"/{TENANT}/oauth2{version}/token"
        answer = await self.wire.send("POST", path, form)
        if answer.is_busy:
            return
        if answer.status != 200 and "AADSTS9002313" in answer.text:
            raise Wrong("AADSTS70008 or forgotten: " + answer.text[:160])
        self._keep(answer, (path, form), SCOPES if version else None)
        self.has_consented, self.is_unsure = True, False

    def _keep(self, answer, redemption=None, scopes=SCOPES):
        if answer.status != 200:
            raise Wrong(f"HTTP {answer.status}: {answer.text[:160]}")
        body = answer.json
        self.access = body["access_token"]
        if "refresh_token" in body:
            self.chains.append(Chain(body["refresh_token"], redemption, scopes))
            if len(self.chains) > 4:
                # What is kept in the end is presented again after the run.
                self.ended = (self.ended + [self.chains.pop(0)])[-12:]

    def _form(self, chain, token):
        return [("client_id", CLIENT), ("grant_type", "refresh_token"), ("refresh_token", token)] + (
            [("scope", chain.scopes)] if chain.scopes else [])

    def _pick(self):
        return self.chains.pop(self.random.randrange(len(self.chains))) if self.chains else None

    async def refresh(self):
        chain = self._pick()
        if chain is None:
            return await self.sign_in()
        await self.advance(chain)
        self.chains.append(chain)

    async def advance(self, chain):
        """Redeems the chain's token. After a lost response the client may try once more within 30 seconds."""
        began, moves, is_calm = time.monotonic(), self.soak.moves, not self.soak.is_moving
        was_lost = False
        try:
            answer = await self.wire.send("POST", f"/{TENANT}/oauth2/v2.0/token", self._form(chain, chain.token))
        except Lost:
            was_lost = True
            self.soak.lost += 1
            await self.soak.wait_until_up()
            answer = await self.wire.send("POST", f"/{TENANT}/oauth2/v2.0/token", self._form(chain, chain.token))
            self.soak.judged["redeemed again after a lost response"] += 1
        if answer.status != 200:
            is_late = self.soak.moves != moves or not is_calm or time.monotonic() - began > 25
            if was_lost and is_late:
                raise Lost("The second attempt came too late.")
            raise Wrong(f"A refresh token that was acknowledged is refused: {answer.text[:200]}")
        body = answer.json
        self.access = body["access_token"]
        chain.redeemed.append(chain.token)
        chain.token = body["refresh_token"]

    async def revoke(self):
        gone, self.chains, self.access, self.session = self.chains, [], None, None
        answer = await self.admin("POST", f"/v1.0/users/{self.name}/revokeSignInSessions", {})
        if answer.status == 200:
            self.revoked = (self.revoked + [(chain, chain.token) for chain in gone])[-8:]

    async def spent(self):
        if self.revoked:
            chain, token = self.random.choice(self.revoked)
            await self.refused_everywhere(self._form(chain, token), "A refresh token whose revocation was acknowledged")

    async def replay(self):
        """Presents what was redeemed before at all nodes; that revokes what descends from it."""
        chain = self._pick()
        if chain is None:
            return
        # The last redeemed token may be redeemed once more, while its successor is unused.
        earlier = chain.redeemed[:-1]
        if earlier and (chain.redemption is None or self.random.random() < 0.5):
            answers = await self.refused_everywhere(
                self._form(chain, self.random.choice(earlier)), "A refresh token that was redeemed before")
        elif chain.redemption:
            path, form = chain.redemption
            answers = await self.refused_everywhere(form, "A code that was redeemed before", path)
        else:
            self.chains.append(chain)
            return
        self.ended = (self.ended + [chain])[-12:]
        # One that was deleted because of its age revokes nothing.
        if any(a is not None and ("AADSTS50173" in a.text or "AADSTS54005" in a.text) for a in answers):
            await self.refused_everywhere(self._form(chain, chain.token), "A refresh token whose code or predecessor was replayed")
            self.revoked = (self.revoked + [(chain, chain.token)])[-8:]

    async def race_code(self):
        """Redeems a code at all nodes at once."""
        came, verifier = await self._code()
        if not came:
            return
        path, form = f"/{TENANT}/oauth2/v2.0/token", self._redemption(came, verifier)
        answers = await self.both(path, form, again=2)
        self.soak.judged["codes redeemed at all nodes at once"] += 1
        accepted = [answer for answer in answers if answer is not None and answer.status == 200]
        if len(accepted) > 1:
            raise Wrong(f"A code is accepted {len(accepted)} times.")
        if None in answers:
            return
        if not accepted:
            raise Wrong(f"A code is accepted by no node: {answers[0].text[:200]}")
        self.has_consented, self.is_unsure = True, False
        chain = Chain(accepted[0].json["refresh_token"], (path, form), SCOPES)
        await self.refused_everywhere(self._form(chain, chain.token), "A refresh token of a code that was presented twice")
        self.revoked = (self.revoked + [(chain, chain.token)])[-8:]
        self.ended = (self.ended + [chain])[-12:]

    async def race_refresh(self):
        """Redeems a refresh token at all nodes at once: of the successors one is valid at most."""
        chain = self._pick()
        if chain is None:
            return
        path = f"/{TENANT}/oauth2/v2.0/token"
        answers = await self.both(path, self._form(chain, chain.token), again=self.random.choice([1, 2]))
        self.soak.judged["refresh tokens redeemed at all nodes at once"] += 1
        accepted = [answer.json["refresh_token"] for answer in answers if answer is not None and answer.status == 200]
        if len(accepted) > 2:
            raise Wrong(f"A refresh token is accepted {len(accepted)} times at once.")
        if None in answers:
            return
        if not accepted:
            raise Wrong(f"A refresh token that was acknowledged is refused by all nodes: {answers[0].text[:200]}")
        valid = 0
        for successor in accepted:
            for answer in await self.both(path, self._form(chain, successor)):
                # Both nodes may accept one successor, as they may accept the token itself.
                if answer is not None and answer.status == 200:
                    valid |= 1 << accepted.index(successor)
        if valid & (valid - 1):
            raise Wrong("Two successors of a refresh token are valid.")
        chain.redeemed.append(chain.token)
        self.ended = (self.ended + [chain])[-12:]

    # A registered credential

    async def register(self):
        """Registers an application of this user's."""
        answer = await self.admin("POST", "/v1.0/applications", {"displayName": f"Soak {self.number}"})
        if answer.status != 201:
            raise RuntimeError(f"No application was registered: {answer.text}")
        self.application = answer.json
        answer = await self.admin("POST", "/v1.0/servicePrincipals", {"appId": self.application["appId"]})
        if answer.status != 201:
            raise RuntimeError(f"No service principal was created: {answer.text}")

    def _secret_form(self, secret):
        return [("client_id", self.application["appId"]), ("grant_type", "client_credentials"),
                ("client_secret", secret), ("scope", "https://graph.microsoft.com/.default")]

    async def add_secret(self):
        if len(self.secrets) >= 3:
            return
        answer = await self.admin(
            "POST", f"/v1.0/applications/{self.application['id']}/addPassword",
            {"passwordCredential": {"displayName": "soak", "endDateTime": "2090-01-01T00:00:00Z"}})
        if answer.status == 200:
            self.secrets.append((answer.json["keyId"], answer.json["secretText"]))
        elif not answer.is_busy:
            raise Wrong(f"No secret: HTTP {answer.status}: {answer.text[:200]}")

    async def remove_secret(self):
        if len(self.secrets) < 2:
            return
        key, secret = self.secrets.pop(0)
        answer = await self.admin(
            "POST", f"/v1.0/applications/{self.application['id']}/removePassword", {"keyId": key})
        if answer.status == 204:
            self.removed = (self.removed + [secret])[-4:]
        elif not answer.is_busy:
            raise Wrong(f"A secret is not removed: HTTP {answer.status}: {answer.text[:200]}")

    async def use_secret(self):
        if self.removed and self.random.random() < 0.3:
            await self.refused_everywhere(self._secret_form(self.random.choice(self.removed)), "A secret that was removed")
        elif self.secrets:
            for answer in await self.both(f"/{TENANT}/oauth2/v2.0/token", self._secret_form(self.random.choice(self.secrets)[1])):
                if answer is not None and answer.status != 200 and not answer.is_busy:
                    raise Wrong(f"A secret that was acknowledged is refused: {answer.text[:200]}")

    # After the run

    async def judge(self):
        """Everything that was acknowledged holds. Then everything that was redeemed is presented at all nodes."""
        answer = await self.admin("GET", f"/v1.0/users/{self.name}")
        if answer.status != 200:
            raise Wrong(f"The user is not there: {answer.text[:200]}")
        for chain in self.chains:
            try:
                await self.advance(chain)
                self.soak.judged["valid refresh tokens"] += 1
            except Wrong as error:
                # Unused for 90 days.
                if "AADSTS700082" not in str(error):
                    raise
        if self.has_consented and not self.is_unsure:
            self.web.cookies.clear()
            self.session = came = None
            while came is None:
                came, _ = await self._code()
            self.soak.judged["consents"] += 1
        for _, secret in self.secrets:
            answers = await self.both(f"/{TENANT}/oauth2/v2.0/token", self._secret_form(secret))
            if [answer.status if answer else None for answer in answers] != [200] * len(answers):
                raise Wrong("A secret that was acknowledged is refused.")
            self.soak.judged["secrets"] += 1

    async def judge_replays(self):
        for chain, token in self.revoked:
            await self.refused_everywhere(self._form(chain, token), "A refresh token that was revoked")
        for secret in self.removed:
            await self.refused_everywhere(self._secret_form(secret), "A secret that was removed")
        for chain in self.chains + self.ended:
            if chain.redemption:
                path, form = chain.redemption
                await self.refused_everywhere(form, "A code that was redeemed before", path)
            for token in chain.redeemed[-6:]:
                await self.refused_everywhere(self._form(chain, token), "A refresh token that was redeemed before")


class NodeSoak(Soak):
    # A response may wait for a node that starts and for PostgreSQL's recovery, on the same processors.
    slow = 20

    def __init__(self, options, home):
        super().__init__(options, home)
        self.server = postgresql_server.Server()
        # The port of the balancer that clients know; nothing listens there.
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.port = free.getsockname()[1]
        self.host = f"localhost:{self.port}"
        self.origin = f"https://{self.host}"
        self.nodes = [Node(self, number) for number in range(options.nodes)]
        self.is_down, self.down_since, self.down_until, self.outages = False, 0.0, 0.0, 0
        self.excused, self.judged = collections.Counter(), collections.Counter()
        self.turn, self.began = asyncio.Lock(), time.monotonic()

    def connection(self):
        return Balanced(self)

    def was_down(self, began):
        """Whether the database was down between a moment and now."""
        return self.is_down or began <= self.down_until

    async def start(self):
        await asyncio.to_thread(self.server.start)
        first = self.nodes[0]
        await first.start()
        for node in self.nodes[1:]:
            os.makedirs(node.data, mode=0o700)
            for name in ("ca.pem", "ca-key.pem", "admin-token"):
                shutil.copy2(os.path.join(first.data, name), node.data)
            await node.start()
        self.tls = ssl.create_default_context(cafile=os.path.join(first.data, "ca.pem"))
        with open(os.path.join(first.data, "admin-token"), encoding="utf-8") as token:
            self.token = token.read().strip()
        self.is_up = True
        self.up.set()

    async def wait_until_up(self):
        for _ in range(600):
            if not self.is_down and any(node.is_up for node in self.nodes):
                return
            await asyncio.sleep(0.1)

    def say(self, text):
        print(f"{time.monotonic() - self.began:7.1f} s  {text}", flush=True)

    def fault(self, text):
        if len(self.faults) < 200:
            self.faults.append(text)
        self.say("FAULT " + text)

    # Disturbances

    async def kill_nodes(self):
        turn = 0
        while not self.is_over:
            await asyncio.sleep(self.options.kill)
            if self.is_over:
                return
            async with self.turn:
                node = self.nodes[turn % len(self.nodes)]
                turn += 1
                self.kills += 1
                self.say(f"kills node {node.number}")
                await node.kill()
                await node.start()
                self.say(f"node {node.number} is back")

    async def restart_database(self):
        await asyncio.sleep(self.options.seconds / 2)
        async with self.turn:
            self.say("stops the database")
            self.is_down, self.down_since = True, time.monotonic()
            await asyncio.to_thread(self.server.stop, self.options.restart)
            # Long enough for every client to meet it.
            await asyncio.sleep(2)
            await asyncio.to_thread(self.server.start)
            self.is_down, self.down_until = False, time.monotonic()
            self.outages += 1
            self.say("the database is back")

    async def watch(self, person):
        began = time.monotonic()
        while time.monotonic() - began < self.options.seconds:
            await asyncio.sleep(min(self.options.step, max(0.1, self.options.seconds - (time.monotonic() - began))))
            await self.move(person, self.options.advance)
        self.is_over = True

    async def move(self, person, seconds):
        self.moves += 1
        self.is_moving = True
        try:
            await person.admin("POST", "/_admin/clock", {"advance_seconds": seconds})
        except Lost:
            pass
        finally:
            self.is_moving = False

    async def port_to_stall(self):
        return random.choice(self.nodes).port

    async def run(self):
        try:
            await self._run()
        finally:
            self.is_up = False
            for node in self.nodes:
                if node.process and node.process.returncode is None:
                    node.process.kill()
                    await node.process.wait()
            await asyncio.to_thread(self.server.stop)

    async def _run(self):
        await self.start()
        people = [NodePerson(self, number) for number in range(self.options.connections)]
        await self.create(people)
        for person in people:
            await person.register()
            await person.add_secret()
        if self.options.plant:
            table, event, body = PLANTS[self.options.plant]
            self.server.execute(
                f"CREATE FUNCTION planted() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN {body} END $$;"
                f"CREATE TRIGGER planted {event} ON keyfob_idp.{table} FOR EACH ROW EXECUTE FUNCTION planted()")
        self.excused.clear()
        self.began = time.monotonic()
        clerk = NodePerson(self, 9999)
        jobs = [self.watch(clerk), self.kill_nodes(), self.restart_database(), self.stall()]
        tasks = [asyncio.create_task(job) for job in jobs + [person.live() for person in people]]
        try:
            await asyncio.gather(*tasks)
        finally:
            for task in tasks:
                task.cancel()
        await self.judge(clerk, people)

    async def judge(self, clerk, people):
        async def judged(person, step):
            try:
                await step()
            except (Wrong, Lost) as error:
                self.fault(f"after the run, {person.name}: {error}")
        for person in people:
            await judged(person, person.judge)
        # From now on a client that has not got a response may not try again.
        await self.move(clerk, 60)
        for person in people:
            await judged(person, person.judge_replays)

    def report(self):
        super().report()
        print("judged: " + ", ".join(f"{name} {count}" for name, count in sorted(self.judged.items())))
        print("no fault: " + ", ".join(f"{name} {count}" for name, count in sorted(self.excused.items())))
        print(f"{len(self.nodes)} nodes, {self.kills} kills, {self.outages} restart of the database ({self.options.restart}), "
              f"down for {self.down_until - self.down_since:.1f} s")
        if self.kills < 2 or self.outages != 1:
            self.fault("The run was too short for two kills and a restart of the database.")
        for name in ("valid refresh tokens", "consents", "secrets", "codes redeemed at all nodes at once",
                     "refresh tokens redeemed at all nodes at once", "presented again at all nodes"):
            if not self.judged[name]:
                self.fault(f"The run judged nothing of this: {name}")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--provider", required=True, help="keyfob-idp")
    parser.add_argument("--nodes", type=int, default=2, help="number of nodes (2)")
    parser.add_argument("--seconds", type=float, default=600, help="how long (600)")
    parser.add_argument("--kill", type=float, default=10, help="SIGKILL a node every so many seconds (10)")
    parser.add_argument("--restart", choices=["fast", "immediate"], default="immediate",
                        help="how the database stops in the middle of the run (immediate: as in a crash)")
    parser.add_argument("--connections", type=int, default=24, help="number of users (24)")
    parser.add_argument("--pause", type=float, default=1.0, help="a user's mean pause between two flows, in seconds (1)")
    parser.add_argument("--step", type=float, help="seconds between two moves of the clock (a 20th of the run, 12 at least)")
    parser.add_argument("--advance", type=int, default=345600, help="seconds of each move (345600: four days)")
    parser.add_argument("--seed", type=int, default=1, help="seed of the choice of flows (1)")
    parser.add_argument("--plant", choices=sorted(PLANTS), help="make the database break a promise: the run has to fail")
    options = parser.parse_args()
    options.step = options.step or max(12, options.seconds / 20)
    home = tempfile.mkdtemp(prefix="keyfob-soak-")
    soak = NodeSoak(options, home)
    try:
        asyncio.run(soak.run())
        soak.report()
    finally:
        if soak.faults:
            print(f"The nodes' logs are in {home}, PostgreSQL's data and log in {soak.server.folder}")
        else:
            soak.server.remove()
            shutil.rmtree(home, ignore_errors=True)
    print(f"{len(soak.faults)} faults")
    sys.exit(1 if soak.faults else 0)


if __name__ == "__main__":
    main()
