"""The broker's silent round trip, beside an echo of the same bytes over the same device and one over a bare socket."""

import json
import os
import plistlib
import shutil
import socket
import ssl
import subprocess
import tempfile
import time
import urllib.request

from . import processes
from .report import figure, percentile, row

CLIENT, TENANT, USER, PASSWORD = "aaaaaaaa-0000-4000-8000-000000000001", "contoso.test", "ada@contoso.test", "Keyfob-demo-1"
READ = "api://files/Files.Read"
BROKER, ECHO, ECHO_PROVIDER = "test.keyfob.broker", "test.bench.echo", "https://echo.test/"
APPS, BURST = 50, 40
WARM, CHUNK, CHUNKS = 500, 500, 20


def run(apps=APPS, burst=BURST, chunk=CHUNK, chunks=CHUNKS, warm=WARM):
    if os.geteuid() != 0:
        return row("broker, silent round trip", "not measured", "", "needs root: apps have user ids of their own", None)
    with tempfile.TemporaryDirectory() as data:
        # Apps of other users have to get here; no other user can list it.
        folder = tempfile.mkdtemp(prefix="kfb-", dir="/tmp")
        os.chmod(folder, 0o711)
        provider = processes.Provider(data)
        try:
            stage = Stage(folder, data, provider, apps)
            try:
                alternated(stage, chunk, chunks, warm)
                at_once(stage, apps, burst)
            finally:
                stage.stop()
        finally:
            provider.stop()
            shutil.rmtree(folder)


def alternated(stage, chunk, chunks, warm):
    """One app's round trips, in turns with the same calls to an owner who echoes, and with the same bytes unread."""
    app = stage.names[0]
    question = stage.question()
    shown = stage.put(app, {**question, "do": "show"})
    stage.put(ECHO, shown["reply"])
    kinds = {"broker": (BROKER, {**question, "do": "ask"}),
             "echo": (ECHO, {**question, "do": "ask", "provider": ECHO_PROVIDER}),
             "unread": (ECHO, {"do": "relay", "options": shown["options"], "reply": shown["reply"]})}
    used, taken = {kind: {} for kind in kinds}, {kind: [] for kind in kinds}
    for owner, request in kinds.values():
        stage.put(app, {**request, "rounds": warm})
    stage.put(app, {"do": "times"})
    for _ in range(chunks):
        for kind, (owner, request) in kinds.items():
            pids = {"app": stage.pid(app), "device": stage.device.pid, "owner": stage.pid(owner)}
            before = {name: processes.cpu_seconds(pid) for name, pid in pids.items()}
            stage.put(app, {**request, "rounds": chunk})
            for name, pid in pids.items():
                used[kind][name] = used[kind].get(name, 0) + processes.cpu_seconds(pid) - before[name]
            taken[kind] += stage.put(app, {"do": "times"})["taken_ns"]
    each = {kind: {name: seconds * 1e6 / (chunk * chunks) for name, seconds in parts.items()} for kind, parts in used.items()}
    sizes = [len(json.dumps(shown[part], separators=(",", ":"))) for part in ("options", "reply")]
    bare, bare_cpu = anchor(*sizes, rounds=chunk * chunks)
    total = {kind: sum(parts.values()) for kind, parts in each.items()}
    above = total["broker"] - total["echo"]

    def told(kind):
        parts = ", ".join(f"{name} {each[kind][name]:.0f}" for name in ("app", "device", "owner"))
        return (f"{total[kind]:.0f} us CPU ({parts}), "
                f"p50 {percentile(taken[kind], 50) / 1e3:.0f} us, p99 {percentile(taken[kind], 99) / 1e3:.0f} us")

    for kind, cost in total.items():
        figure("round_trip", answers=kind, cpu_us=cost, p50_us=percentile(taken[kind], 50) / 1e3,
               p99_us=percentile(taken[kind], 99) / 1e3, bytes_there=sizes[0], bytes_back=sizes[1])
    figure("round_trip", answers="bare socket", cpu_us=bare_cpu, p50_us=percentile(bare, 50) / 1e3,
           p99_us=percentile(bare, 99) / 1e3, bytes_there=sizes[0], bytes_back=sizes[1])
    row(
        f"broker, silent round trip, {sizes[0]:,} bytes there and {sizes[1]:,} back",
        f"{above:.1f} us CPU above the echo: {told('broker')}",
        f"echo: {told('echo')}; bytes unread: {told('unread')}; "
        f"bare socket {bare_cpu:.0f} us CPU, p50 {percentile(bare, 50) / 1e3:.0f} us",
        "at most 30 us CPU above the echo", above <= 30)


def anchor(request, reply, rounds):
    """The same bytes over a UNIX socket and nothing else: times, and CPU of both processes for each."""
    program = processes.product("broker-round-trip")
    mine, yours = socket.socketpair()
    server = subprocess.Popen([program, "anchor-serve", str(request), str(reply)], stdin=yours, stdout=subprocess.DEVNULL)
    yours.close()
    asker = subprocess.Popen(
        [program, "anchor", str(request), str(reply), str(rounds)], stdin=mine, stdout=subprocess.PIPE, text=True)
    mine.close()
    taken = json.loads(asker.stdout.read())["taken_ns"]
    used = 0
    for child in (asker, server):
        _, _, usage = os.wait4(child.pid, 0)
        child.returncode = 0
        used += usage.ru_utime + usage.ru_stime
    return taken, used * 1e6 / rounds


def at_once(stage, apps, burst):
    """Every app asks, all from the same moment on: first for a token that it never had, then for one that the broker has."""
    names, question = stage.names[:apps], stage.question()
    mark = stage.last_sign_in()
    first = stage.together(names, {**question, "do": "ask", "rounds": 1})
    events = stage.events(mark)
    figure("at_once", apps=apps, of="first token", failed=failures(first), uses=events.count('tokens_brokered'), prompts=prompts(events))
    row(
        f"{apps} apps at once, each for its first token", f"{told_together(stage, names)}, {failures(first)} failed",
        f"sign-in log: {events.count('tokens_brokered')} uses of the primary refresh token, {prompts(events)} prompts",
        "none fails, no prompt", failures(first) == 0 and prompts(events) == 0)
    mark = stage.last_sign_in()
    again = stage.together(names, {**question, "do": "ask", "rounds": burst})
    events = stage.events(mark)
    totals = [answer["total_ns"] for answer in again if answer.get("ok")]
    figure("at_once", apps=apps, of="stored token", failed=failures(again), uses=events.count('tokens_brokered'), prompts=prompts(events))
    row(
        f"{apps} apps at once, {burst} silent calls each", f"{told_together(stage, names)}, {failures(again)} failed",
        f"slowest app {max(totals, default=0) / 1e6:.0f} ms, fastest {min(totals, default=0) / 1e6:.0f} ms; "
        f"sign-in log: {len(events)} entries", "none fails, no prompt",
        failures(again) == 0 and prompts(events) == 0)
    mark = stage.last_sign_in()
    answer = stage.put(stage.names[apps], {**question, "do": "ask-together", "rounds": apps})
    events = stage.events(mark)
    uses = events.count("tokens_brokered")
    figure("at_once", apps=1, calls=apps, of="first token", different_tokens=answer["different_tokens"], uses=uses)
    row(
        f"{apps} calls of one app at once, no token stored", f"{answer['different_tokens']} token for all",
        f"sign-in log: {uses} use of the primary refresh token, {prompts(events)} prompts", "one use, no prompt",
        uses == 1 and answer["different_tokens"] == 1 and prompts(events) == 0)
    mark = stage.last_sign_in()
    renewed = stage.together(names, {**question, "do": "ask", "rounds": 1, "force": True})
    events = stage.events(mark)
    figure("at_once", apps=apps, of="refreshed token", failed=failures(renewed), uses=events.count('tokens_brokered'), prompts=prompts(events))
    row(
        f"{apps} apps at once, each renewing its token", f"{told_together(stage, names)}, {failures(renewed)} failed",
        f"sign-in log: {events.count('tokens_brokered')} uses of the primary refresh token, {prompts(events)} prompts",
        "none fails, no prompt", failures(renewed) == 0 and prompts(events) == 0)


def failures(answers):
    for answer in answers:
        if not answer.get("ok"):
            print("  " + str(answer)[:300])
    return sum(1 for answer in answers if not answer.get("ok"))


def prompts(events):
    return events.count("password_prompt") + events.count("consent_prompt")


def told_together(stage, names):
    taken = [nanoseconds for answer in stage.all(names, {"do": "times"}) for nanoseconds in answer["taken_ns"]]
    return f"p50 {percentile(taken, 50) / 1e6:.1f} ms, p99 {percentile(taken, 99) / 1e6:.1f} ms" if taken else "no answer"


class Stage:
    """A provider, a device, a broker that an account has signed in to, and apps that may ask it."""

    def __init__(self, folder, data, provider, apps):
        self.folder, self.provider = folder, provider
        self.names = [f"test.bench.app{number}" for number in range(apps + 1)]
        program = lambda name: os.path.join(folder, name)  # noqa: E731
        for name in ("broker-round-trip", "keyfob-broker", "keyfob-demo"):
            shutil.copy(processes.product(name), program(name))
            os.chmod(program(name), 0o755)
        self.authority_file = subprocess.run(
            [processes.product("keyfob-idp"), "ca", "--data", data], capture_output=True, text=True, check=True).stdout.strip()
        shutil.copy(self.authority_file, program("ca.pem"))
        os.chmod(program("ca.pem"), 0o644)
        with open(os.path.join(data, "admin-token")) as file:
            self.token = file.read().strip()
        self.register()
        self.device = subprocess.Popen(
            [processes.product("keyfob-device"), "serve", "--folder", program("device")],
            stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, text=True)
        if "is ready" not in self.device.stdout.readline():
            raise SystemExit("keyfob-device did not start")
        try:
            self.furnish(program)
        except BaseException:
            self.stop()
            raise

    def furnish(self, program):
        desk = program("desk")
        os.mkdir(desk, 0o700)
        subprocess.run(
            [program("keyfob-broker"), "bundle", program("broker.app"), "--schemes", "microsoft", "--provider-host",
             f"localhost:{self.provider.port}", "--ca-file", program("ca.pem"), "--browser",
             f"{program('keyfob-demo')} browser --browser-folder {desk} --ca-file {program('ca.pem')}"],
            check=True, stdout=subprocess.DEVNULL)
        self.command("install", program("broker.app"))
        for name in self.names:
            self.install(name, "app")
        self.install(ECHO, "echo", ["authsrv:echo.test"])
        self.listing = {app["origin"]["bundle_id"]: app for app in json.loads(self.command("apps", "--json"))}
        with open(os.path.join(desk, "person.json"), "w") as file:
            json.dump({"user": USER, "password": PASSWORD, "consents": True, "declining": [], "leaves": False}, file)
        for path in (desk, os.path.join(desk, "person.json")):
            os.chown(path, self.listing[BROKER]["uid"], self.listing[BROKER]["uid"])
        for name in [*self.names, ECHO]:
            self.command("launch", "--background", name)
        self.driver = subprocess.Popen(
            [processes.product("broker-round-trip"), "drive", program("device/run/admin.sock")],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        self.command("launch", self.names[0])
        self.home = None
        self.home = self.put(self.names[0], {**self.question(), "do": "login"})["home_account_id"]
        self.listing = {app["origin"]["bundle_id"]: app for app in json.loads(self.command("apps", "--json"))}

    def install(self, name, role, domains=()):
        bundle = os.path.join(self.folder, f"{name}.app")
        os.mkdir(bundle)
        lists = {
            "Info": {"CFBundleIdentifier": name, "CFBundleName": name, "CFBundleExecutable": "program",
                     "CFBundleShortVersionString": "1.0", "KeyfobLaunchArguments": [role]},
            "entitlements": {"com.apple.developer.associated-domains": list(domains)},
            "signature": {"TeamIdentifier": "BENCH"},
        }
        for part, content in lists.items():
            with open(os.path.join(bundle, f"{part}.plist"), "wb") as file:
                plistlib.dump(content, file)
        os.link(os.path.join(self.folder, "broker-round-trip"), os.path.join(bundle, "program"))
        self.command("install", bundle)

    def register(self):
        """Lets the apps' redirect URIs stand in the suite's registration, and everybody's consent be given."""
        registration = self.call(f"/v1.0/applications(appId='{CLIENT}')")
        uris = registration["publicClient"]["redirectUris"] + [f"msauth.{name}://auth" for name in self.names]
        self.call("/_admin/apply", {"files": [{"name": "bench.json", "text": json.dumps({
            "applications": [{"appId": CLIENT, "publicClient": {"redirectUris": uris}}],
            "oauth2PermissionGrants": [{
                "clientId": CLIENT, "resourceId": "api://files", "consentType": "AllPrincipals",
                "scope": "Files.Read Files.ReadWrite"}],
        })}]})

    def call(self, path, body=None):
        context = ssl.create_default_context(cafile=self.authority_file)
        request = urllib.request.Request(
            self.provider.base + path, headers={"Authorization": f"Bearer {self.token}", "Content-Type": "application/json"},
            data=None if body is None else json.dumps(body).encode())
        with urllib.request.urlopen(request, context=context, timeout=30) as answer:
            content = answer.read()
        return json.loads(content) if content else None

    def sign_ins(self, after=0):
        return self.call(f"/_admin/trace?after={after}")["entries"]

    def last_sign_in(self):
        return max((entry["seq"] for entry in self.sign_ins()), default=0)

    def events(self, after):
        return [entry["event"] for entry in self.sign_ins(after)]

    def command(self, verb, *arguments):
        done = subprocess.run(
            [processes.product("keyfob-device"), verb, "--folder", os.path.join(self.folder, "device"), *arguments],
            stdin=subprocess.DEVNULL, capture_output=True, text=True)
        if done.returncode != 0:
            raise SystemExit(f"keyfob-device {verb} failed: {done.stderr}")
        return done.stdout

    def question(self):
        asked = {"authority": f"{self.provider.base}/{TENANT}", "client_id": CLIENT, "scope": READ, "username": USER}
        return {**asked, "home_account_id": self.home} if self.home else asked

    def pid(self, name):
        return self.listing[name]["pid"]

    def drive(self, inputs):
        self.driver.stdin.write(json.dumps(inputs) + "\n")
        self.driver.stdin.flush()
        line = self.driver.stdout.readline()
        if not line:
            raise SystemExit("broker-round-trip drive ended")
        return json.loads(line)

    def all(self, names, value):
        return self.drive([{"app": name, "input": value} for name in names])

    def together(self, names, value):
        """All of them from one moment on, soon."""
        return self.all(names, {**value, "at_ns": time.clock_gettime_ns(time.CLOCK_MONOTONIC) + 300_000_000})

    def put(self, name, value):
        answer = self.all([name], value)[0]
        if not answer or not answer.get("ok"):
            raise SystemExit(f"{name}: {str(answer)[:500]}")
        return answer

    def stop(self):
        if hasattr(self, "driver"):
            self.driver.stdin.close()
            self.driver.wait(10)
        self.device.terminate()
        try:
            self.device.wait(20)
        except subprocess.TimeoutExpired:
            self.device.kill()
            self.device.wait()
