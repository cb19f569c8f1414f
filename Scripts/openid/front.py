"""A front with TLS before a provider that speaks plain HTTP, as an operator puts one before it.

It passes requests on unchanged, adds the usual headers X-Forwarded-*, and records every exchange: what the run states
of requests and responses is read from this record, not from the client.
"""

import http.client
import http.server
import json
import ssl
import threading
import urllib.parse

HOP_BY_HOP = {"connection", "keep-alive", "transfer-encoding", "te", "trailer", "upgrade", "proxy-authorization"}


class Exchange:
    """A request and its response."""

    def __init__(self, method, target, body, status, headers, content):
        path, _, query = target.partition("?")
        self.method, self.path, self.status, self.headers = method, path, status, headers
        self.query = dict(urllib.parse.parse_qsl(query, keep_blank_values=True))
        self.form = dict(urllib.parse.parse_qsl(body.decode("utf-8", "replace"), keep_blank_values=True))
        self.content = content

    @property
    def json(self):
        """The response as an object; empty if it is none."""
        try:
            document = json.loads(self.content)
        except ValueError:
            return {}
        return document if isinstance(document, dict) else {}


class Front:
    """The front: `origin` is its address, `exchanges` the record."""

    def __init__(self, certificate):
        self.backend = None
        self.exchanges = []
        front = self

        class Handler(http.server.BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"
            disable_nagle_algorithm = True

            def log_message(self, *_):
                pass

            def forward(self):
                body = self.rfile.read(int(self.headers.get("Content-Length") or 0))
                status, headers, content = front.forward(self.command, self.path, self.headers, body)
                self.send_response_only(status)
                for name, value in headers:
                    if name.lower() not in HOP_BY_HOP | {"content-length"}:
                        self.send_header(name, value)
                self.send_header("Content-Length", str(len(content)))
                self.end_headers()
                if self.command != "HEAD":
                    self.wfile.write(content)

            do_GET = do_POST = do_PUT = do_DELETE = do_HEAD = do_OPTIONS = do_PATCH = forward

        self.server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.server.daemon_threads = True
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.load_cert_chain(certificate)
        # The handshake is on the connection's own thread: a client that never sends one delays no other.
        self.server.socket = context.wrap_socket(self.server.socket, server_side=True, do_handshake_on_connect=False)
        self.host = f"localhost:{self.server.server_port}"
        self.origin = f"https://{self.host}"
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    def forward(self, method, target, headers, body):
        connection = http.client.HTTPConnection("127.0.0.1", self.backend, timeout=30)
        passed = {name: value for name, value in headers.items() if name.lower() not in HOP_BY_HOP}
        passed |= {"X-Forwarded-Proto": "https", "X-Forwarded-Host": self.host, "X-Forwarded-For": "127.0.0.1"}
        # A compressed response could not be recorded as it is read.
        passed.pop("Accept-Encoding", None)
        try:
            connection.request(method, target, body or None, passed)
            response = connection.getresponse()
            content = response.read()
        except OSError as error:
            return 502, [("Content-Type", "text/plain")], f"The provider does not respond: {error}".encode()
        finally:
            connection.close()
        self.exchanges.append(
            Exchange(method, target, body, response.status, response.headers, content))
        return response.status, response.getheaders(), content

    def close(self):
        self.server.shutdown()
        self.server.server_close()
