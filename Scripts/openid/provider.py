"""What every provider of the run has: how it starts, what it needs, and how its user signs in."""

import os
import re
import subprocess

USER, PASSWORD, NAME = "ada", "correct-horse-7-battery", "Ada Lovelace"


class Provider:
    """One provider with its default settings. A subclass states the rest."""

    # As the table names it, and the packages from PyPI that it needs, pinned.
    name = ""
    packages = []
    # What a person registers and passes to the tool.
    client_id = "keyfob-cli"
    redirect_uri = None
    scopes, other_scopes = ["email"], ["profile_of_others"]
    login_options = []
    client_secret = None
    # What the operator has to set, in the words of the page.
    needs = ""
    # The path of the issuer behind the origin.
    issuer_path = ""
    # Whether its tokens survive a new signing key.
    keeps_grants = True

    def __init__(self, folder, front, python, ca_file):
        self.folder, self.front, self.python, self.ca_file = folder, front, python, ca_file
        self.server = None

    @property
    def issuer(self):
        return self.front.origin + self.issuer_path

    @property
    def version(self):
        return version_of(self.python, self.packages[0].partition("==")[0].partition("[")[0])

    @classmethod
    def is_installed(cls):
        """Whether it can run here; the Python packages are installed on demand."""
        return True

    # What a subclass has to do.

    def start(self):
        """Starts the provider, and registers the user and the client where they do not exist yet."""
        raise NotImplementedError

    def sign_in(self, browser, url):
        """Signs the user in at a page, and returns the last page, which is the tool's own."""
        raise NotImplementedError

    def enter_code(self, browser, prompt):
        """Enters a device code as the user."""
        raise NotImplementedError

    def settle(self):
        """Waits where the provider cannot issue two tokens in quick succession."""

    def new_key(self):
        """Gives the provider another signing key and returns true; false if it has no way to."""
        return False

    def revoke(self, browser, metadata, refresh_token):
        """Revokes the refresh token by the revocation endpoint (RFC 7009), as a public client does."""
        endpoint = metadata.get("revocation_endpoint")
        if not endpoint:
            return None
        form = {"token": refresh_token, "token_type_hint": "refresh_token", "client_id": self.client_id}
        page = browser.post_form(endpoint, form)
        if page.status != 200:
            raise RuntimeError(f"the revocation endpoint responded {page.status}: {page.content[:200]}")
        return "a call of its revocation endpoint"

    def stop(self):
        if self.server is not None:
            self.server.stop()
            self.server = None

    # What subclasses use.

    def command(self, *words, environment=None):
        """Runs a command of the provider's, and returns its output."""
        done = subprocess.run(
            words, cwd=self.folder, env=os.environ | (environment or {}), stdin=subprocess.DEVNULL, capture_output=True,
            text=True)
        if done.returncode != 0:
            raise RuntimeError(f"{' '.join(words[:4])}: {(done.stderr or done.stdout).strip()[-600:]}")
        return done.stdout

    def program(self, name):
        """A program of the provider's environment."""
        return os.path.join(os.path.dirname(self.python), name)

    @property
    def log(self):
        return f"{self.folder}/server.log"


def address_and_code(prompt):
    """The page and the code that the tool's line for a device code names."""
    address = re.search(r"https://\S+?(?=[\s,]|$)", prompt)[0]
    return address, re.search(r"\b[A-Z0-9]{4}-?[A-Z0-9]{4}\b", prompt.replace(address, ""))[0]


def site(name):
    """The folder of a provider's own code."""
    return os.path.join(os.path.dirname(os.path.abspath(__file__)), "sites", name)


def version_of(python, package):
    code = f"import importlib.metadata as m; print(m.version({package!r}))"
    return subprocess.run([python, "-c", code], capture_output=True, text=True, check=True).stdout.strip()
