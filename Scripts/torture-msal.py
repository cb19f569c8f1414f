"""A worker for KeyfobStoreTorture over MSAL Python and msal-extensions: usage: torture-msal.py HOME

It implements the protocol of Sources/KeyfobStoreTorture/Worker/Worker.swift with the calls of an app: add a token response,
acquire silently, acquire with force_refresh, remove the account. The cache is PersistedTokenCache over a plain file.
"""

import base64
import json
import os
import random
import sys
import time

import msal
import msal_extensions

BASE, SCOPES, CLIENT = "https://contoso.test/tenant", ["Files.Read"], "client"
SHARED = 4


def say(line):
    try:
        os.write(1, (line + "\n").encode())
    except BrokenPipeError:
        # The reader has closed the pipe.
        os._exit(0)


class Network:
    """The reader of this process's output is the token endpoint; discovery responses are made here."""

    def get(self, url, **_):
        return self.response({name: BASE + "/" + name for name in ("authorization_endpoint", "token_endpoint")} | {
            "issuer": BASE})

    def post(self, url, data=None, **_):
        token = data["refresh_token"]
        say(f"spend {self.account} {token}")
        reply = sys.stdin.readline().split()
        if len(reply) != 2:
            self.refused = True
            return self.response({"error": "invalid_grant"}, 400)
        return self.response(response(self.account, reply[1]))

    @staticmethod
    def response(body, status=200):
        return type("Response", (), {
            "status_code": status, "headers": {}, "text": json.dumps(body), "raise_for_status": lambda self: None})()

    def close(self):
        pass


def response(account, token):
    client_info = json.dumps({"uid": account, "utid": "tenant"}).encode()
    return {
        "access_token": token, "refresh_token": "refresh-" + token, "expires_in": 3600, "token_type": "Bearer",
        "scope": " ".join(SCOPES), "client_info": base64.urlsafe_b64encode(client_info).decode().rstrip("="),
    }


class Worker:
    def __init__(self, home):
        os.makedirs(home, mode=0o700, exist_ok=True)
        self.cache = msal_extensions.PersistedTokenCache(
            msal_extensions.FilePersistence(os.path.join(home, "msal.json")))
        self.network = Network()
        self.app = msal.PublicClientApplication(
            CLIENT, authority=BASE, token_cache=self.cache, instance_discovery=False, validate_authority=False,
            http_client=self.network)

    def account(self, name):
        found = [a for a in self.app.get_accounts() if a["home_account_id"] == f"{name}.tenant"]
        return found[0] if found else None

    def put(self, name, token):
        self.cache.add({
            "client_id": CLIENT, "scope": SCOPES, "token_endpoint": BASE + "/token_endpoint", "environment": "contoso.test",
            "response": response(name, token), "params": {}, "data": {}, "grant_type": "authorization_code"})

    def get(self, name):
        account = self.account(name)
        result = self.app.acquire_token_silent(SCOPES, account=account) if account else None
        return result["access_token"] if result else None

    def remove(self, name):
        account = self.account(name)
        if account:
            self.app.remove_account(account)

    def refresh(self, name):
        account = self.account(name)
        if not account:
            return f"miss {name} absent"
        self.network.account, self.network.refused = name, False
        result = self.app.acquire_token_silent(SCOPES, account=account, force_refresh=True)
        if self.network.refused:
            return f"refused {name}"
        return f"refreshed {name} {result['access_token']}" if result else f"miss {name} absent"


class Work:
    """The same mixture as Sources/KeyfobStoreTorture/Worker/Work.swift."""

    def __init__(self, worker, name, seed, accounts):
        self.worker, self.name, self.accounts, self.random = worker, name, accounts, random.Random(seed)
        self.own, self.made, self.reads, self.waits, self.last = [], 0, 0, [], {}

    def run(self, operations):
        for _ in range(operations):
            try:
                self.step(self.random.randrange(100))
            except Exception as error:
                say(f"unreadable {type(error).__name__} {error}".replace("\n", " ")[:200])
        return f"done {operations} {self.reads} {len(self.waits)} {int(max(self.waits, default=0) * 1e6)}"

    def timed(self, action, *arguments):
        started = time.monotonic()
        action(*arguments)
        self.waits.append(time.monotonic() - started)

    def step(self, choice):
        if choice < 50 or (75 <= choice < 85 and not self.own):
            self.read()
        elif choice < 75:
            self.made += 1
            name = f"{self.name}-{self.made}"
            self.timed(self.worker.put, name, "token-" + name)
            say(f"added {name}")
            self.own.append(name)
        elif choice < 85:
            name = self.own.pop(self.random.randrange(len(self.own)))
            say(f"removing {name}")
            self.timed(self.worker.remove, name)
            say(f"removed {name}")
            if self.worker.get(name):
                say(f"back {name}")
        else:
            name = f"shared{self.random.randrange(SHARED)}"
            say(self.worker.refresh(name))
            self.read_shared(name)

    def read(self):
        self.reads += 1
        choice = self.random.randrange(4)
        if choice == 0:
            return self.read_shared(f"shared{self.random.randrange(SHARED)}")
        name = self.random.choice(self.own) if choice == 1 and self.own else f"base{self.random.randrange(self.accounts)}"
        token = self.worker.get(name)
        if token != "token-" + name:
            say(f"miss {name} {token or 'absent'}")

    def read_shared(self, name):
        token = self.worker.get(name)
        if not token:
            return say(f"miss {name} absent")
        number = int(token[len("at-"):])
        if number < self.last.get(name, 0):
            say(f"stale {name} {number} after {self.last[name]}")
        self.last[name] = max(number, self.last.get(name, 0))


def flat_out(worker, name, milliseconds):
    end, waits = time.monotonic() + milliseconds / 1000, []
    while time.monotonic() < end:
        account, started = f"{name}-{len(waits)}", time.monotonic()
        try:
            worker.put(account, "token-" + account)
            waits.append(int((time.monotonic() - started) * 1e6))
            if not worker.get(account):
                say(f"miss {account} absent")
        except Exception as error:
            say(f"unreadable {type(error).__name__} {error}".replace("\n", " ")[:200])
    waits.sort()
    return f"done {len(waits)} {waits[len(waits) * 99 // 100] if waits else 0} {waits[-1] if waits else 0}"


def perform(worker, words):
    match words:
        case ["put", name, token]:
            worker.put(name, token)
            return "done"
        case ["get", name]:
            return worker.get(name) or "absent"
        case ["refresh", name]:
            return worker.refresh(name)
        case ["work", name, seed, operations, accounts, *_]:
            return Work(worker, name, int(seed), int(accounts)).run(int(operations))
        case ["flatout", name, milliseconds]:
            return flat_out(worker, name, int(milliseconds))
    return "what?"


def main():
    worker = None
    while line := sys.stdin.readline():
        try:
            worker = worker or Worker(sys.argv[1])
            say(perform(worker, line.split()))
        except Exception as error:
            say(f"error {type(error).__name__}: {error}".replace("\n", " ")[:200])


main()
