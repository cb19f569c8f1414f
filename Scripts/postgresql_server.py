"""A PostgreSQL server of one run: Debian's programs on a cluster of its own, in a temporary folder.

It listens on a socket in that folder only, and ends with the process that started it.
"""

import glob
import os
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import time

# PostgreSQL refuses to run as root.
NOT_ROOT = 65534
# Ends the server when standard input ends, as it does with the process that started it.
SCRIPT = """
log=$1
shift
"$@" </dev/null >>"$log" 2>&1 &
server=$!
echo "$server"
cat >/dev/null
kill -INT "$server" 2>/dev/null
wait "$server"
"""
PATIENCE = 60


def programs():
    """The folder of the newest version's programs: Debian has it outside of PATH."""
    folders = glob.glob("/usr/lib/postgresql/*/bin")
    newest = max(folders, key=lambda folder: [int(n) for n in re.findall(r"\d+", folder)], default="")
    folder = newest or os.path.dirname(shutil.which("initdb") or "")
    if not os.path.exists(os.path.join(folder, "initdb")):
        sys.exit("Missing: PostgreSQL's server. On Debian or Ubuntu: apt-get install --yes postgresql")
    return folder


class Server:
    def __init__(self, settings=()):
        self.bin, self.process, self.pid = programs(), None, None
        self.folder = tempfile.mkdtemp(prefix="keyfob-pg-", dir="/tmp")
        self.log = os.path.join(self.folder, "log")
        if os.geteuid() == 0:
            os.chown(self.folder, NOT_ROOT, NOT_ROOT)
        self.settings = ["listen_addresses=", "max_connections=60", f"unix_socket_directories={self.folder}", *settings]
        self.run("initdb", f"--pgdata={self.folder}/data", "--username=keyfob", "--auth=trust", "--encoding=UTF8",
                 "--locale=C.UTF-8", "--no-sync")

    def database(self, name="postgres"):
        """The address for `keyfob-idp serve --database`."""
        return f"postgresql:///{name}?host={self.folder}&user=keyfob"

    def command(self, program, *arguments):
        user = ["setpriv", f"--reuid={NOT_ROOT}", f"--regid={NOT_ROOT}", "--clear-groups"] if os.geteuid() == 0 else []
        return user + [os.path.join(self.bin, program), *arguments]

    def run(self, program, *arguments, environment=None):
        """Runs one of PostgreSQL's programs, and returns its output."""
        ended = subprocess.run(
            self.command(program, *arguments), capture_output=True, text=True, stdin=subprocess.DEVNULL, cwd=self.folder,
            env={"PATH": "/usr/bin:/bin", "LC_ALL": "C.UTF-8", "PGHOST": self.folder, "PGUSER": "keyfob",
                 **(environment or {})})
        if ended.returncode != 0:
            raise RuntimeError(f"{program}: {ended.stderr}{ended.stdout}")
        return ended.stdout

    def execute(self, sql, database="postgres"):
        return self.run("psql", "--no-psqlrc", "-qAt", "-v", "ON_ERROR_STOP=1", "-d", database, "-c", sql)

    def start(self):
        """Starts it, and returns when it accepts connections."""
        settings = [part for setting in self.settings for part in ("-c", setting)]
        deadline = time.monotonic() + PATIENCE
        while True:
            self.process = subprocess.Popen(
                ["/bin/sh", "-c", SCRIPT, "sh", self.log,
                 *self.command("postgres", "-D", f"{self.folder}/data", *settings)],
                stdin=subprocess.PIPE, stdout=subprocess.PIPE)
            self.pid = int(self.process.stdout.readline())
            while self._is_running():
                try:
                    self.run("pg_isready", "--quiet", "--dbname=postgres")
                    return
                except RuntimeError:
                    time.sleep(0.05)
                if time.monotonic() > deadline:
                    raise RuntimeError(f"PostgreSQL does not start: see {self.log}")
            # The processes of a server that was killed may still end.
            self._end()
            if time.monotonic() > deadline:
                raise RuntimeError("PostgreSQL does not start: " + open(self.log, encoding="utf-8").read()[-2000:])
            time.sleep(0.2)

    def _is_running(self):
        try:
            with open(f"/proc/{self.pid}/stat", encoding="ascii", errors="replace") as stat:
                return stat.read().rsplit(")", 1)[1].split()[0] != "Z"
        except OSError:
            return False

    def stop(self, how="fast"):
        """Stops it: `fast` ends the connections, `immediate` needs a recovery at the next start, as a crash does."""
        if self.process:
            try:
                os.kill(self.pid, {"fast": signal.SIGINT, "immediate": signal.SIGQUIT}[how])
            except ProcessLookupError:
                pass
            self._end()

    def _end(self):
        self.process.stdin.close()
        self.process.wait()
        self.process.stdout.close()
        self.process = None

    def remove(self):
        self.stop()
        shutil.rmtree(self.folder, ignore_errors=True)
