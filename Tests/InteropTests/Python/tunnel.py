"""A forward proxy for one process: it answers CONNECT for the provider's host alone, and lists every other host.

usage: tunnel.py HOST PORT. It prints its own port. CONNECT to HOST at any port leads to the provider at PORT, so that a
client that leaves the port out reaches it too. TLS stays between the client and the provider. Each other address that is
requested is printed in a line, and refused with 403.
"""

import socket
import sys
import threading


def pump(source, target):
    try:
        while data := source.recv(1 << 16):
            target.sendall(data)
    except OSError:
        pass
    finally:
        try:
            target.shutdown(socket.SHUT_WR)
        except OSError:
            pass


def serve(client, host, port):
    with client:
        head = b""
        while b"\r\n\r\n" not in head:
            data = client.recv(1 << 16)
            if not data:
                return
            head += data
        method, target = head.split(b" ", 2)[:2]
        if method != b"CONNECT" or target.rpartition(b":")[0] != host.encode():
            print(target.decode(errors="replace"), flush=True)
            client.sendall(b"HTTP/1.1 403 Forbidden\r\nContent-Length: 0\r\n\r\n")
            return
        with socket.create_connection(("127.0.0.1", port)) as provider:
            client.sendall(b"HTTP/1.1 200 Connection established\r\n\r\n")
            back = threading.Thread(target=pump, args=(provider, client), daemon=True)
            back.start()
            pump(client, provider)
            back.join()


def main():
    host, port = sys.argv[1], int(sys.argv[2])
    with socket.create_server(("127.0.0.1", 0)) as server:
        print(server.getsockname()[1], flush=True)
        while True:
            client, _ = server.accept()
            threading.Thread(target=serve, args=(client, host, port), daemon=True).start()


main()
