import Foundation
import KeyfobCore
import KeyfobTesting
import Testing

/// What must not be possible under Microsoft's names, shown by curl and openssl.
@Suite("The boundaries of the stand-in, in a private network", .timeLimit(.minutes(10)))
struct StandInBoundaryTests {
    @Test("the admin API is at the provider's own names alone, whatever the Host field or the connection's name says")
    func admin() async throws {
        try await PrivateNetwork.with { network in
            let bearer = ["-H", "Authorization: Bearer \(network.adminToken)"]
            for host in ["login.microsoftonline.com", "graph.microsoft.com", "management.azure.com"] {
                #expect(try await network.status("https://\(host)/_admin/clock", bearer[0], bearer[1]) == "404")
                #expect(try await network.status("https://\(host)/api/files", bearer[0], bearer[1]) == "404")
            }
            #expect(try await network.status("https://login.microsoftonline.com/common/discovery/keys") == "200")
            // Another site's name that leads here, and the provider's own name at the stand-in's socket.
            for name in ["attacker.example", "localhost", "localhost:443", "127.0.0.1"] {
                #expect(
                    try await network.status(
                        "https://login.microsoftonline.com/_admin/clock", bearer[0], bearer[1], "-H", "Host: \(name)")
                        == "421", "\(name)")
            }
            // Microsoft's names at the provider's own socket.
            let port = network.ownOrigin.split(separator: ":").last.map(String.init) ?? ""
            for name in ["login.microsoftonline.com", "login.microsoftonline.com:\(port)"] {
                let own = try await network.run(
                    "/usr/bin/env",
                    ["curl", "-sS", "--cacert", network.ownCA, "-o", "/dev/null", "-w", "%{http_code}"] + bearer
                        + ["-H", "Host: \(name)", "\(network.ownOrigin)/_admin/clock"])
                #expect(own.output == "421", "\(name)")
            }
            #expect(try await network.admin("_admin/clock", ["advance_seconds": 1])["error"] == nil)
        }
    }

    @Test("the stand-in listens on loopback alone, and requests certificates at one host alone")
    func sockets() async throws {
        try await PrivateNetwork.with { network in
            let listening = try await network.run("/usr/bin/env", ["ss", "-Hltn", "sport", "=", ":443"]).output
            let addresses = Set(
                listening.split(separator: "\n").compactMap { line in
                    line.split(separator: " ").first { $0.hasSuffix(":443") }.map(String.init)
                })
            #expect(addresses == ["127.0.0.1:443", "[::1]:443", "127.0.0.2:443"], "\(listening)")
            for (host, asks) in [("login.microsoftonline.com", false), ("certauth.login.microsoftonline.com", true)] {
                let client = try await network.run(
                    "/bin/sh",
                    [
                        "-c", "openssl s_client -connect \"$0:443\" -servername \"$0\" -CAfile \"$1\" </dev/null 2>&1",
                        host, network.standInCA,
                    ])
                #expect(client.output.contains("Verify return code: 0 (ok)"), "\(client.output)")
                #expect(client.output.contains("Requested Signature Algorithms") == asks, "\(host)")
            }
        }
    }

    @Test("openssl accepts the authority's certificate for the listed hosts, and no other name, address or purpose")
    func constraint() async throws {
        try await PrivateNetwork.with { network in
            let ca = network.standInCA
            let key = ca.replacing("ca.pem", with: "ca-key.pem")
            let issue = """
                set -eu
                printf 'subjectAltName=%s\\nextendedKeyUsage=%s\\nbasicConstraints=critical,CA:FALSE\\n' "$4" "$5" >"$3/ext"
                openssl req -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -keyout "$3/leaf.key" \
                    -subj '/CN=Stolen' -out "$3/leaf.csr" 2>/dev/null
                openssl x509 -req -in "$3/leaf.csr" -CA "$1" -CAkey "$2" -CAcreateserial -CAserial "$3/serial" \
                    -extfile "$3/ext" -days 9 -out "$3/leaf.pem" 2>/dev/null
                exec openssl verify -x509_strict -no-CApath -no-CAstore -purpose "$6" -CAfile "$1" "$3/leaf.pem" 2>&1
                """
            func verify(_ name: String, _ usage: String = "serverAuth", _ purpose: String = "sslserver") async throws
                -> ChildProcess.Outcome
            {
                try await network.run(
                    "/bin/bash", ["-c", issue, "bash", ca, key, network.folder, name, usage, purpose])
            }
            for host in ["login.microsoftonline.com", "sts.windows.net", "graph.microsoft.com", "management.azure.com"]
            {
                let found = try await verify("DNS:\(host)")
                #expect(found.status == 0, "\(host): \(found.output)")
            }
            for host in ["www.microsoft.com", "microsoftonline.com", "outlook.office365.com", "localhost", "x.test"] {
                let found = try await verify("DNS:\(host)")
                #expect(found.status != 0 && found.output.contains("permitted subtree violation"), "\(found.output)")
            }
            for address in ["192.0.2.1", "127.0.0.1", "2001:db8::1", "::1"] {
                let found = try await verify("IP:\(address)")
                #expect(found.status != 0 && found.output.contains("excluded subtree violation"), "\(found.output)")
            }
            let person = try await verify("DNS:login.microsoftonline.com", "clientAuth", "sslclient")
            #expect(person.status != 0, "its certificates are for servers: \(person.output)")
        }
    }

    @Test("the two authorities are apart: neither is accepted for the other's names")
    func apart() async throws {
        try await PrivateNetwork.with { network in
            let text = try await network.run(
                "/usr/bin/env", ["openssl", "x509", "-in", network.standInCA, "-noout", "-text"]
            )
            .output
            #expect(text.contains("X509v3 Name Constraints: critical"))
            #expect(text.contains("DNS:login.microsoftonline.com") && !text.contains("localhost"))
            for (ca, address) in [
                (network.ownCA, "https://login.microsoftonline.com/common/discovery/keys"),
                (network.standInCA, "\(network.ownOrigin)/healthz"),
            ] {
                let refused = try await network.run("/usr/bin/env", ["curl", "-sS", "--cacert", ca, address])
                #expect(refused.status == 60, "\(address): \(refused.errors)")
            }
        }
    }
}
