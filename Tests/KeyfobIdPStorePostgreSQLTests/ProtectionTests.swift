#if PostgreSQL
import Foundation
import KeyfobConformance
import KeyfobCore
import KeyfobIdPModel
import KeyfobIdPStorePostgreSQL
import KeyfobPostgreSQL
import KeyfobTesting
import Testing

@Suite("The connection to PostgreSQL", .timeLimit(.minutes(10)))
struct ProtectionTests {
    /// A server on a port of loopback, with a password and a certificate for a name.
    private static func server(for name: String) async throws -> (server: PostgreSQLServer, port: Int) {
        let port = try freePort()
        let server = try await PostgreSQLServer(settings: ["listen_addresses=127.0.0.1", "port=\(port)"]) { server in
            let folder = server.path
            try await server.run([
                "openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-days",
                "2",
                "-subj", "/CN=\(name)", "-addext", "subjectAltName=DNS:\(name)", "-keyout", "\(folder)/data/server.key",
                "-out", "\(folder)/data/server.crt",
            ])
            try await server.run(["cp", "\(folder)/data/server.crt", "\(folder)/ca.pem"])
            try await server.run(["chmod", "644", "\(folder)/ca.pem"])
            try await server.run(["sh", "-c", "echo 'ssl = on' >>\(folder)/data/postgresql.conf"])
        }
        let socket = try server.address("postgres", "user=keyfob&port=\(port)")
        try await PostgreSQLPool(socket, size: 1, setup: "").run { worker in
            _ = try worker.connection().script(
                "CREATE ROLE node LOGIN PASSWORD 'hunter2'; CREATE SCHEMA keyfob_idp AUTHORIZATION node")
        }
        try Data("*:*:*:node:hunter2\n".utf8).write(to: URL(fileURLWithPath: "\(server.path)/pass"))
        try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: "\(server.path)/pass")
        return (server, port)
    }

    private static func freePort() throws -> Int {
        let descriptor = socket(AF_INET, SocketType.stream, 0)
        defer { close(descriptor) }
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        var size = socklen_t(MemoryLayout<sockaddr_in>.size)
        let isBound = withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(descriptor, $0, size) == 0 && getsockname(descriptor, $0, &size) == 0
            }
        }
        try #require(isBound)
        return Int(UInt16(bigEndian: address.sin_port))
    }

    @Test("With verify-full a server with the right certificate is used, over TLS and with the password of a file")
    func right() async throws {
        let (server, port) = try await Self.server(for: "localhost")
        let address = try PostgreSQLAddress(
            "postgresql://node@localhost:\(port)/postgres?sslmode=verify-full&sslrootcert=\(server.path)/ca.pem"
                + "&passfile=\(server.path)/pass", environment: [:])
        let store = try await PostgreSQLIdPStore.open(address)
        try await store.transaction { try $0.setClockOffset(3) }
        let uses = try await PostgreSQLPool(address, size: 1, setup: "").run { worker in
            let rows = try worker.connection().run("SELECT ssl FROM pg_stat_ssl WHERE pid = pg_backend_pid()")
            return try rows[0][0] as Bool
        }
        #expect(uses)
        await server.remove()
    }

    @Test("With verify-full a server with another name or of another authority is refused")
    func wrong() async throws {
        let (server, port) = try await Self.server(for: "other.test")
        let (other, _) = try await Self.server(for: "localhost")
        for authority in [server.path, other.path] {
            let address = try PostgreSQLAddress(
                "postgresql://node@localhost:\(port)/postgres?sslmode=verify-full&sslrootcert=\(authority)/ca.pem"
                    + "&passfile=\(server.path)/pass", environment: [:])
            let error = await #expect(throws: AuthError.self) { try await PostgreSQLIdPStore.open(address) }
            #expect(error?.code == .storeUnavailable)
            #expect(error?.message.contains("certificate") == true, "\(error.map { "\($0)" } ?? "")")
        }
        await server.remove()
        await other.remove()
    }

    @Test("A wrong password is an error that does not repeat it")
    func password() async throws {
        let (server, port) = try await Self.server(for: "localhost")
        let secret = "correct-horse"
        try Data("*:*:*:node:\(secret)\n".utf8).write(to: URL(fileURLWithPath: "\(server.path)/pass"))
        let address = try PostgreSQLAddress(
            "postgresql://node@localhost:\(port)/postgres?passfile=\(server.path)/pass", environment: [:])
        let error = await #expect(throws: AuthError.self) { try await PostgreSQLIdPStore.open(address) }
        let text = "\(error.map { "\($0) \(String(describing: $0.cause))" } ?? "")"
        #expect(error?.code == .storeUnavailable && text.contains("password authentication failed"), "\(text)")
        #expect(!text.contains(secret))
        await server.remove()
    }
}
#endif
