"""The tool as a person runs it, with a folder of its own."""

import json
import os
import shutil
import subprocess
import threading

PATIENCE = 60


class Outcome:
    """What a command printed, and its status."""

    def __init__(self, status, output, errors):
        self.status, self.output, self.errors = status, output, errors

    @property
    def json(self):
        try:
            return json.loads(self.output)
        except ValueError:
            return {}

    @property
    def reason(self):
        """The error in one line."""
        error = self.json.get("error", {}) if isinstance(self.json.get("error"), dict) else {}
        return error.get("message") or " ".join((self.errors or self.output).split())


class Keyfob:
    """`keyfob` for one client at one provider."""

    def __init__(self, program, folder, provider):
        self.program, self.provider = os.path.abspath(program), provider
        self.client = ["--client-id", provider.client_id, "--issuer", provider.issuer]
        self.redirect = ["--redirect-uri", provider.redirect_uri] if provider.redirect_uri else []
        self.environment = {
            "PATH": os.environ.get("PATH", "/usr/bin:/bin"), "HOME": folder, "KEYFOB_HOME": f"{folder}/keyfob",
            "KEYFOB_CA_FILE": provider.ca_file, "BROWSER": "/nowhere/browser",
        } | ({"KEYFOB_CLIENT_SECRET": provider.client_secret} if provider.client_secret else {})
        shutil.rmtree(f"{folder}/keyfob", ignore_errors=True)

    def run(self, *arguments):
        done = subprocess.run(
            [self.program, *arguments], env=self.environment, stdin=subprocess.DEVNULL, capture_output=True, text=True,
            timeout=PATIENCE)
        return Outcome(done.returncode, done.stdout, done.stderr)

    def token(self, scopes, *options):
        return self.run("token", "--json", *self.client, *scopes_of(scopes), *options)

    def accounts(self):
        """The user names that the tool lists."""
        listed = self.run("accounts", "--json").json.get("accounts", [])
        return [one.get("username") or one.get("identifier") for one in listed]

    def login(self, scopes, visit):
        """Signs in; visit gets the address of the sign-in page."""
        return self.start(
            ["login", "--print-url", *self.client, *scopes_of(scopes), *self.redirect,
             *self.provider.login_options],
            lambda line: line.startswith("https://"), visit)

    def login_by_device_code(self, scopes, visit):
        """Signs in with a device code; visit gets the line that names the page and the code."""
        return self.start(
            ["login", "--device-code", *self.client, *scopes_of(scopes)], lambda line: "https://" in line, visit)

    def start(self, arguments, is_prompt, visit):
        process = subprocess.Popen(
            [self.program, *arguments], env=self.environment, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
            stderr=subprocess.PIPE, text=True)
        watchdog = threading.Timer(PATIENCE, process.kill)
        watchdog.start()
        lines, failure = [], None
        try:
            for line in process.stdout:
                lines.append(line)
                if visit is not None and is_prompt(line):
                    chosen, visit = visit, None
                    try:
                        chosen(line.strip())
                    except Exception as error:
                        failure = error
                        process.kill()
            errors = process.stderr.read()
            process.wait()
        finally:
            watchdog.cancel()
        if failure is not None:
            raise failure
        return Outcome(process.returncode, "".join(lines), errors)


def scopes_of(scopes):
    return [word for scope in scopes for word in ("--scope", scope)]
