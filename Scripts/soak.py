"""Mixed traffic on one provider for a long time, and the changes that it loses: see `Scripts/soak --help`.

It is independent of Keyfob's code: it sends HTTPS requests to the provider as browsers and clients do, and records what the
provider acknowledged. Acknowledged changes must persist: a refresh token can be redeemed, a granted consent is not
requested again, and a revoked token is refused.
"""

import argparse
import asyncio
import base64
import hashlib
import html
import json
import os
import random
import re
import secrets
import shutil
import signal
import ssl
import sys
import tempfile
import time
import urllib.parse

TENANT = "contoso.test"
CLIENT = "aaaaaaaa-0000-4000-8000-000000000001"
REDIRECT = "http://localhost/contoso-a"
SCOPES = "openid profile offline_access api://files/Files.Read"
PASSWORD = "Keyfob-soak-1"
PATIENCE = 30.0


class Lost(Exception):
    """The connection ended before the response: the requested change may or may not have been made."""


class Wrong(Exception):
    """A response that contradicts an acknowledged change."""


class Answer:
    def __init__(self, status, fields, body):
        self.status, self.fields, self.body = status, fields, body

    @property
    def text(self):
        return self.body.decode("utf-8", "replace")

    @property
    def json(self):
        return json.loads(self.body)

    @property
    def is_busy(self):
        """Whether the provider requests a retry, which is a response and no loss."""
        return self.status in (429, 503)


# A page, a code or a device code that has expired. The clock moves by days, so they expire in the middle of a flow.
TOO_OLD = re.compile(r"AADSTS(50089|54005|70008|70019|70043|70044|70020)\b")


class Connection:
    """One HTTP/1.1 connection, reopened when it ends; with a browser's cookies."""

    def __init__(self, soak):
        self.soak, self.reader, self.writer, self.cookies = soak, None, None, {}

    async def close(self):
        if self.writer:
            self.writer.close()
        self.reader = self.writer = None

    async def send(self, method, path, form=None, body=None, fields=None):
        generation, began = self.soak.generation, time.monotonic()
        try:
            answer = await asyncio.wait_for(self._send(method, path, form, body, fields or {}), PATIENCE)
        except (OSError, asyncio.IncompleteReadError, asyncio.TimeoutError, ssl.SSLError, ValueError) as error:
            await self.close()
            if self.soak.is_up and self.soak.generation == generation:
                self.soak.note_lost(method, path, error, time.monotonic() - began)
            raise Lost(f"{method} {path}: {type(error).__name__}") from None
        # Only requests that began and ended while this process of the provider was up count for its speed.
        if self.soak.is_up and self.soak.generation == generation:
            self.soak.note(path, time.monotonic() - began)
        return answer

    async def open(self):
        if self.writer is None:
            self.reader, self.writer = await asyncio.open_connection(
                "127.0.0.1", self.soak.port, ssl=self.soak.tls, server_hostname="localhost", limit=1 << 22)

    async def _send(self, method, path, form, body, fields):
        await self.open()
        head = [f"{method} {path} HTTP/1.1", f"Host: {self.soak.host}"]
        if form is not None:
            body = urllib.parse.urlencode(form).encode()
            head.append("Content-Type: application/x-www-form-urlencoded")
        if body is not None:
            head.append(f"Content-Length: {len(body)}")
        if self.cookies:
            head.append("Cookie: " + "; ".join(f"{k}={v}" for k, v in self.cookies.items()))
        head += [f"{name}: {value}" for name, value in fields.items()]
        self.writer.write(("\r\n".join(head) + "\r\n\r\n").encode() + (body or b""))
        await self.writer.drain()
        lines = (await self.reader.readuntil(b"\r\n\r\n")).decode("latin-1").split("\r\n")
        status, got = int(lines[0].split(" ")[1]), {}
        for line in lines[1:]:
            name, _, value = line.partition(":")
            name, value = name.strip().lower(), value.strip()
            if name == "set-cookie":
                key, _, rest = value.split(";")[0].partition("=")
                if "max-age=0" in value.lower():
                    self.cookies.pop(key, None)
                else:
                    self.cookies[key] = rest
            elif name:
                got[name] = value
        if got.get("transfer-encoding") == "chunked":
            data = b""
            while True:
                size = int((await self.reader.readuntil(b"\r\n")).split(b";")[0], 16)
                data += (await self.reader.readexactly(size + 2))[:-2]
                if size == 0:
                    break
        else:
            data = await self.reader.readexactly(int(got.get("content-length", 0)))
        if got.get("connection", "").lower() == "close":
            await self.close()
        return Answer(status, got, data)


def form_of(page, action):
    """Returns the target and fields of the first form with a button for an action, as a browser sends it."""
    for match in re.finditer(r"<form\b([^>]*)>(.*?)</form>", page, re.S):
        if f'value="{action}"' not in match[2]:
            continue
        target = html.unescape(re.search(r'action="([^"]*)"', match[1])[1])
        pairs = []
        for field in re.finditer(r"<input\b([^>]*)>", match[2]):
            attributes = {k: html.unescape(v) for k, v in re.findall(r'([\w-]+)="([^"]*)"', field[1])}
            kind = attributes.get("type", "text")
            if kind == "hidden" or (kind == "checkbox" and " checked" in field[1]):
                pairs.append((attributes["name"], attributes.get("value", "")))
        return target, pairs
    raise Wrong(f"The page has no form for {action}: {re.sub('<[^>]*>', ' ', page)[:200]}")


class Person:
    """A user with a browser and an app, one connection each; and what the provider has acknowledged."""

    def __init__(self, soak, number):
        self.soak, self.number = soak, number
        self.name = f"soak{number}@{TENANT}"
        self.web, self.wire = soak.connection(), soak.connection()
        self.tokens, self.revoked, self.access = [], [], None
        self.has_consented = self.is_unsure = False
        self.random = random.Random(soak.seed * 1000 + number)

    async def admin(self, method, path, body=None):
        return await self.wire.send(
            method, path, body=None if body is None else json.dumps(body).encode(),
            fields={"Authorization": "Bearer " + self.soak.token, "Content-Type": "application/json"})

    def choices(self):
        """The flows, each with its weight."""
        return [
            (self.sign_in, 2), (self.refresh, 40), (self.read_files, 14), (self.user_info, 8), (self.device_code, 2),
            (self.sign_in_again, 10), (self.revoke, 1), (self.spent, 3), (self.discover, 6), (self.wrong_password, 1),
            (self.sign_out, 1), (self.refuse, 4), (self.version_1, 4), (self.challenge, 2),
        ]

    async def live(self):
        choices = [flow for flow, weight in self.choices() for _ in range(weight)]
        while not self.soak.is_over:
            flow, moves, is_calm = self.random.choice(choices), self.soak.moves, not self.soak.is_moving
            try:
                await flow()
                self.soak.flows[flow.__name__] = self.soak.flows.get(flow.__name__, 0) + 1
            except Lost:
                self.soak.lost += 1
                await self.soak.wait_until_up()
            except Wrong as error:
                if is_calm and self.soak.moves == moves or not TOO_OLD.search(str(error)):
                    self.soak.fault(f"{flow.__name__} of {self.name}: {error}")
                else:
                    self.soak.late += 1
            await asyncio.sleep(self.random.uniform(0, 2 * self.soak.pause))

    # Signing in

    def _query(self, verifier, extra=()):
        challenge = base64.urlsafe_b64encode(hashlib.sha256(verifier.encode()).digest()).rstrip(b"=").decode()
        return urllib.parse.urlencode([
            ("client_id", CLIENT), ("response_type", "code"), ("redirect_uri", REDIRECT), ("scope", SCOPES),
            ("state", "s"), ("code_challenge", challenge), ("code_challenge_method", "S256"), *extra])

    def asked_for_password(self):
        """Called for each page that requests the password of a sign-in to the app."""

    async def _pages(self, answer, is_consent_expected=None):
        """Submits pages until one redirects to the app; returns the redirect's query."""
        for _ in range(8):
            if answer.status in (302, 303):
                target = answer.fields["location"]
                if target.startswith(REDIRECT):
                    return dict(urllib.parse.parse_qsl(urllib.parse.urlsplit(target).query))
                answer = await self.web.send("GET", target.replace(self.soak.origin, ""))
                continue
            if answer.is_busy:
                return None
            page = answer.text
            if 'name="login"' in page:
                if "AADSTS" in page:
                    raise Wrong("The password was refused: " + re.search(r"AADSTS\d+", page)[0])
                self.asked_for_password()
                target, pairs = form_of(page, "sign-in")
                pairs += [("login", self.name), ("passwd", PASSWORD), ("action", "sign-in")]
            elif 'value="accept"' in page:
                if self.has_consented and not self.is_unsure:
                    raise Wrong("A consent that was acknowledged is requested again.")
                target, pairs = form_of(page, "accept")
                pairs.append(("action", "accept"))
            elif 'name="account"' in page:
                account = self.name if f'value="{self.name}"' in page else "other"
                target, pairs = form_of(page, account)
                pairs.append(("account", account))
            else:
                number = re.search(r"AADSTS[0-9]+", page)
                raise Wrong(f"HTTP {answer.status}, {number[0] if number else 'no number'}, page "
                            + str(re.findall(r"<h1[^>]*>([^<]*)", page)))
            answer = await self.web.send("POST", target.replace(self.soak.origin, ""), form=pairs)
        raise Wrong("The pages do not end.")

    async def _code(self, extra=(), version="/v2.0"):
        verifier = secrets.token_urlsafe(48)
        answer = await self.web.send("GET", f"/{TENANT}/oauth2{version}/authorize?" + self._query(verifier, extra))
        came = await self._pages(answer)
        return (came, verifier) if came is not None else (None, None)

    def _redemption(self, came, verifier):
        """The form that redeems a code."""
        if "code" not in came:
            raise Wrong(f"No code: {came.get('error')}: {came.get('error_description', '')[:120]}")
        return [
            ("client_id", CLIENT), ("grant_type", "authorization_code"), ("code", came["code"]),
            ("redirect_uri", REDIRECT), ("code_verifier", verifier)]

    async def _redeem(self, came, verifier, version="/v2.0"):
        answer = await self.wire.send(
            "POST", f"/{TENANT}/oauth2{version}/token", form=self._redemption(came, verifier))
        if answer.is_busy:
            return
        # An expired code is deleted days later.
        if answer.status != 200 and "AADSTS9002313" in answer.text:
            raise Wrong("AADSTS70008 or forgotten: " + answer.text[:160])
        self._keep(answer)
        # A redeemed code implies a consent.
        self.has_consented, self.is_unsure = True, False

    def _keep(self, answer):
        if answer.status != 200:
            raise Wrong(f"HTTP {answer.status}: {answer.text[:160]}")
        body = answer.json
        self.access = body["access_token"]
        if "refresh_token" in body:
            self.tokens = (self.tokens + [body["refresh_token"]])[-4:]

    async def sign_in(self):
        self.web.cookies.clear()
        was_sure, self.is_unsure = self.has_consented, not self.has_consented
        came, verifier = await self._code()
        if came:
            await self._redeem(came, verifier)
        self.is_unsure = self.is_unsure and not was_sure

    async def sign_in_again(self):
        """With the session's cookie: no password during the session, and never a page for a granted consent."""
        came, verifier = await self._code()
        if came:
            await self._redeem(came, verifier)

    async def version_1(self):
        verifier = secrets.token_urlsafe(48)
        query = self._query(verifier).replace("scope=", "ignored=") + "&resource=api%3A%2F%2Ffiles"
        came = await self._pages(await self.web.send("GET", f"/{TENANT}/oauth2/authorize?{query}"))
        if came:
            await self._redeem(came, verifier, version="")

    async def wrong_password(self):
        browser, self.web = self.web, self.soak.connection()
        try:
            page = await self.web.send("GET", f"/{TENANT}/oauth2/v2.0/authorize?" + self._query("v" * 50))
            if not page.is_busy:
                target, pairs = form_of(page.text, "sign-in")
                pairs += [("login", f"nobody{self.number}@{TENANT}"), ("passwd", "wrong"), ("action", "sign-in")]
                answer = await self.web.send("POST", target, form=pairs)
                if answer.status in (302, 303) or not (answer.is_busy or "AADSTS" in answer.text):
                    raise Wrong(f"A wrong password was not refused: HTTP {answer.status}.")
        finally:
            await self.web.close()
            self.web = browser

    async def sign_out(self):
        await self.web.send("GET", f"/{TENANT}/oauth2/v2.0/logout")

    async def device_code(self):
        started = await self.wire.send(
            "POST", f"/{TENANT}/oauth2/v2.0/devicecode", form=[("client_id", CLIENT), ("scope", SCOPES)])
        if started.is_busy:
            return
        if started.status != 200:
            raise Wrong(f"HTTP {started.status}: {started.text[:160]}")
        code = started.json
        page = await self.web.send("GET", "/common/oauth2/deviceauth")
        if page.is_busy:
            return
        found = re.search(r"<form\b[^>]*>(?:(?!</form>).)*user_code.*?</form>", page.text, re.S)
        if not found:
            raise Wrong("The page has no field for the code.")
        hidden = [(n, html.unescape(v)) for n, v in re.findall(
            r'<input type="hidden" name="([^"]*)" value="([^"]*)"', found[0])]
        answer = await self.web.send(
            "POST", "/common/oauth2/deviceauth", form=hidden + [("user_code", code["user_code"])])
        for _ in range(6):
            page = answer.text
            if answer.is_busy:
                return
            if answer.status in (302, 303):
                answer = await self.web.send("GET", answer.fields["location"].replace(self.soak.origin, ""))
                continue
            if 'name="login"' in page:
                target, pairs = form_of(page, "sign-in")
                pairs += [("login", self.name), ("passwd", PASSWORD), ("action", "sign-in")]
            elif 'value="accept"' in page:
                target, pairs = form_of(page, "accept")
                pairs.append(("action", "accept"))
            elif 'value="continue"' in page:
                target, pairs = form_of(page, "continue")
                pairs.append(("action", "continue"))
            else:
                break
            answer = await self.web.send("POST", target, form=pairs)
        polled = await self.wire.send("POST", f"/{TENANT}/oauth2/v2.0/token", form=[
            ("client_id", CLIENT), ("grant_type", "urn:ietf:params:oauth:grant-type:device_code"),
            ("device_code", code["device_code"])])
        if polled.status == 200:
            self._keep(polled)

    # Using the tokens

    async def refresh(self):
        if not self.tokens:
            return await self.sign_in()
        token = self.random.choice(self.tokens)
        answer = await self._refresh(token)
        if answer.is_busy:
            return
        if answer.status != 200:
            self.tokens = [t for t in self.tokens if t != token]
            raise Wrong(f"A refresh token that was acknowledged is refused: {answer.text[:200]}")
        self._keep(answer)

    async def _refresh(self, token):
        return await self.wire.send("POST", f"/{TENANT}/oauth2/v2.0/token", form=[
            ("client_id", CLIENT), ("grant_type", "refresh_token"), ("refresh_token", token), ("scope", SCOPES)])

    async def revoke(self):
        """Revokes everything. Before the response it is unknown whether it happened, so nothing is checked."""
        gone, self.tokens, self.access = self.tokens, [], None
        answer = await self.admin("POST", f"/v1.0/users/{self.name}/revokeSignInSessions", {})
        if answer.status == 200:
            self.revoked = (self.revoked + gone)[-8:]

    async def spent(self):
        if not self.revoked:
            return
        answer = await self._refresh(self.random.choice(self.revoked))
        if answer.status == 200:
            raise Wrong("A refresh token whose revocation was acknowledged is redeemed.")

    async def _bearer(self, method, path, body=None):
        if not self.access:
            return await self.sign_in()
        answer = await self.wire.send(method, path, body=body, fields={"Authorization": "Bearer " + self.access})
        if answer.status == 401:
            # Expired by the moving clock: the next refresh returns a new one.
            self.access = None
        elif answer.status >= 500 and not answer.is_busy:
            raise Wrong(f"HTTP {answer.status} of {path}")

    async def read_files(self):
        await self._bearer("GET", "/api/files")

    async def user_info(self):
        await self._bearer("GET", "/oidc/userinfo")

    async def challenge(self):
        answer = await self.wire.send(
            "POST", f"/{TENANT}/oauth2/v2.0/token", form=[("grant_type", "srv_challenge"), ("client_id", CLIENT)])
        if answer.status != 200 and not answer.is_busy:
            raise Wrong(f"No nonce: HTTP {answer.status}")

    async def discover(self):
        for path in (f"/{TENANT}/v2.0/.well-known/openid-configuration", f"/{TENANT}/discovery/v2.0/keys"):
            answer = await self.wire.send("GET", path)
            if answer.status != 200 and not answer.is_busy:
                raise Wrong(f"HTTP {answer.status} of {path}")

    async def refuse(self):
        """Requests that must fail: each with an OAuth error, never with a server error."""
        form = self.random.choice([
            [("client_id", CLIENT), ("grant_type", "authorization_code"), ("code", secrets.token_urlsafe(20)),
             ("redirect_uri", REDIRECT), ("code_verifier", "x" * 50)],
            [("client_id", "unknown"), ("grant_type", "refresh_token"), ("refresh_token", "x")],
            [("client_id", CLIENT), ("grant_type", "urn:ietf:params:oauth:grant-type:saml2-bearer"),
             ("assertion", base64.urlsafe_b64encode(b"<a " + b"b='c' " * 500 + b"/>").decode()), ("scope", SCOPES)],
            [("client_id", CLIENT), ("grant_type", "refresh_token"), ("refresh_token", "x"),
             ("scope", " ".join(f"s{n}" for n in range(3000)))],
        ])
        answer = await self.wire.send("POST", f"/{TENANT}/oauth2/v2.0/token", form=form)
        if answer.status == 200 or (answer.status >= 500 and not answer.is_busy):
            raise Wrong(f"HTTP {answer.status} for a request that must fail")


class Soak:
    # Seconds that no response of a long run may take.
    slow = 5

    def __init__(self, options, home):
        self.options, self.home, self.data = options, home, os.path.join(home, "idp")
        self.seed, self.pause = options.seed, options.pause
        self.is_over = self.is_up = self.is_moving = False
        self.generation = self.lost = self.kills = self.moves = self.late = 0
        self.faults, self.flows, self.times, self.samples = [], {}, [], []
        self.slowest = (0.0, "")
        self.port, self.process, self.up = 0, None, asyncio.Event()

    # The provider

    def connection(self):
        return Connection(self)

    async def start(self):
        environment = dict(os.environ, KEYFOB_HOME=self.home)
        self.process = await asyncio.create_subprocess_exec(
            self.options.provider, "serve", "--port", str(self.port), "--data", self.data, "--print-ready-json",
            stdout=asyncio.subprocess.PIPE, stderr=open(os.path.join(self.home, "provider.log"), "ab"),
            env=environment)
        line = await asyncio.wait_for(self.process.stdout.readline(), 60)
        address = re.search(rb"https://[^\"/ ]*:(\d+)", line)
        if not address:
            raise RuntimeError(f"The provider did not start: {line!r}")
        self.port = int(address[1])
        self.host = f"localhost:{self.port}"
        self.origin = f"https://{self.host}"
        self.tls = ssl.create_default_context(cafile=os.path.join(self.data, "ca.pem"))
        self.token = open(os.path.join(self.data, "admin-token"), encoding="utf-8").read().strip()
        self.generation += 1
        self.is_up = True
        self.up.set()

    async def kill(self):
        self.is_up = False
        self.up.clear()
        self.kills += 1
        self.process.send_signal(signal.SIGKILL)
        await self.process.wait()
        await self.start()

    async def wait_until_up(self):
        try:
            await asyncio.wait_for(self.up.wait(), 60)
        except asyncio.TimeoutError:
            pass

    # Recording

    def note(self, path, seconds):
        self.times.append(seconds)
        if seconds > self.slowest[0]:
            self.slowest = (seconds, path.split("?")[0])

    def note_lost(self, method, path, error, seconds):
        # An idle connection may close when it is used: HTTP allows that, and the caller repeats the request.
        if isinstance(error, asyncio.TimeoutError):
            self.fault(f"{method} {path.split('?')[0]} had no response in {seconds:.1f} s while the provider was up")

    def fault(self, text):
        if len(self.faults) < 200:
            self.faults.append(text)
        print("FAULT " + text, flush=True)

    def measure(self):
        pages = int(open(f"/proc/{self.process.pid}/statm", encoding="ascii").read().split()[1])
        disk = sum(
            os.path.getsize(os.path.join(folder, name)) for folder, _, names in os.walk(self.data) for name in names)
        descriptors = len(os.listdir(f"/proc/{self.process.pid}/fd"))
        self.samples.append((time.monotonic(), pages * os.sysconf("SC_PAGE_SIZE"), disk, descriptors))

    # Disturbances

    async def watch(self, person):
        """Moves the clock, measures, and kills."""
        began = last_kill = time.monotonic()
        while not self.is_over:
            await asyncio.sleep(self.options.step)
            if time.monotonic() - began >= self.options.seconds:
                self.is_over = True
                return
            if self.options.kill and time.monotonic() - last_kill >= self.options.kill:
                last_kill = time.monotonic()
                await self.kill()
            # A flow that begins while the move is under way meets it too.
            self.moves += 1
            self.is_moving = True
            try:
                await person.admin("POST", "/_admin/clock", {"advance_seconds": self.options.advance})
            except Lost:
                continue
            finally:
                self.is_moving = False
            self.measure()

    async def port_to_stall(self):
        await self.wait_until_up()
        return self.port

    async def stall(self):
        """A client that begins requests and stalls, on a few connections at a time."""
        while not self.is_over:
            port = await self.port_to_stall()
            held = []
            for number in range(8):
                try:
                    _, writer = await asyncio.open_connection(
                        "127.0.0.1", port, ssl=self.tls if number % 2 else None,
                        server_hostname="localhost" if number % 2 else None)
                    held.append(writer)
                    if number % 2:
                        writer.write(f"POST /{TENANT}/oauth2/v2.0/token HTTP/1.1\r\nHost: localhost:{self.port}\r\n"
                                     "Content-Length: 1000\r\n\r\nclient_id=".encode())
                except (OSError, ssl.SSLError, ValueError):
                    pass
            await asyncio.sleep(min(20, self.options.seconds / 4))
            for writer in held:
                writer.close()

    async def rave(self):
        """A client that sends garbage, in clear and under TLS."""
        noise = random.Random(self.seed)
        while not self.is_over:
            await self.wait_until_up()
            is_clear = noise.random() < 0.5
            try:
                reader, writer = await asyncio.open_connection(
                    "127.0.0.1", self.port, ssl=None if is_clear else self.tls,
                    server_hostname=None if is_clear else "localhost")
                head = noise.choice([b"", b"GET / HTTP/1.1\r\n", b"POST /%00 HTTP/9.9\r\nHost: \xff\r\n\r\n", b"\x16\x03\x01"])
                writer.write(head + noise.randbytes(noise.choice([10, 1000, 100_000])))
                await asyncio.wait_for(reader.read(100), 2)
                writer.close()
            except (OSError, ssl.SSLError, asyncio.TimeoutError, ValueError):
                pass
            await asyncio.sleep(0.2)

    async def create(self, people):
        """Creates the users."""
        for person in people:
            answer = await person.admin("POST", "/v1.0/users", {
                "userPrincipalName": person.name, "displayName": person.name, "accountEnabled": True,
                "mailNickname": person.name.split("@")[0],
                "passwordProfile": {"password": PASSWORD, "forceChangePasswordNextSignIn": False}})
            if answer.status != 201:
                raise RuntimeError(f"No user was created: {answer.text}")
        self.times.clear()
        self.slowest = (0.0, "")

    async def run(self):
        await self.start()
        people = [Person(self, number) for number in range(self.options.connections)]
        await self.create(people)
        clerk = Person(self, 9999)
        tasks = [asyncio.create_task(job) for job in
                 [self.watch(clerk), self.stall(), self.rave()] + [person.live() for person in people]]
        try:
            await asyncio.gather(*tasks)
        finally:
            for task in tasks:
                task.cancel()
            self.is_up = False
            if self.process.returncode is None:
                self.process.terminate()
                await self.process.wait()

    # Results

    def report(self):
        times = sorted(self.times)
        if not times:
            self.fault("There was no response.")
            return
        p99, p50 = times[int(len(times) * 0.99)], times[len(times) // 2]
        print(f"{len(times)} responses, {self.kills} kills, {self.lost} requests cut off by them, {self.late} flows expired; "
              f"median {p50 * 1000:.0f} ms, p99 {p99 * 1000:.0f} ms, slowest {self.slowest[0]:.2f} s ({self.slowest[1]})")
        print("flows: " + ", ".join(f"{name} {count}" for name, count in sorted(self.flows.items())))
        # A short run only tests the flows, on a machine with other load.
        if self.slowest[0] > self.slow and self.options.seconds >= 180:
            self.fault(f"A response took {self.slowest[0]:.1f} s: {self.slowest[1]}")
        if not self.options.kill and len(self.samples) >= 8:
            # Compares the second quarter with the last: unbounded growth shows between them.
            quarter = len(self.samples) // 4
            for index, what, slack in ((1, "memory", 32 << 20), (2, "disk", 16 << 20), (3, "descriptors", 32)):
                early = max(sample[index] for sample in self.samples[quarter:2 * quarter])
                late = max(sample[index] for sample in self.samples[-quarter:])
                unit = 1 if index == 3 else 1 << 20
                print(f"{what}: {early / unit:.0f} in the second quarter, {late / unit:.0f} in the last"
                      + ("" if index == 3 else " MiB"))
                if late > 1.1 * early + (slack if self.options.seconds < 600 else 0):
                    self.fault(f"The {what} has grown from {early} to {late}.")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--provider", required=True, help="keyfob-idp")
    parser.add_argument("--seconds", type=float, default=1200, help="how long (1200)")
    parser.add_argument("--kill", type=float, default=0, help="SIGKILL the provider every so many seconds (0: never)")
    parser.add_argument("--connections", type=int, default=64, help="number of users (64)")
    parser.add_argument("--pause", type=float, default=1.0, help="a user's mean pause between two flows, in seconds (1)")
    parser.add_argument("--step", type=float, help="seconds between two moves of the clock (an 80th of the run, 4 at least)")
    parser.add_argument("--advance", type=int, default=345600, help="seconds of each move (345600: four days)")
    parser.add_argument("--seed", type=int, default=1, help="seed of the choice of flows (1)")
    options = parser.parse_args()
    # A run of 20 minutes covers 320 days: data that lives for 90 has its maximum in the second quarter.
    options.step = options.step or max(4, options.seconds / 80)
    home = tempfile.mkdtemp(prefix="keyfob-soak-")
    soak = Soak(options, home)
    try:
        asyncio.run(soak.run())
        soak.report()
    finally:
        if soak.faults:
            print(f"The provider's data and log are in {home}")
        else:
            shutil.rmtree(home, ignore_errors=True)
    print(f"{len(soak.faults)} faults")
    sys.exit(1 if soak.faults else 0)


if __name__ == "__main__":
    main()
