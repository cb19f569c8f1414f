import Foundation
import KeyfobCore
import KeyfobCrypto
import KeyfobIdPHTTP
import KeyfobOAuth
import KeyfobTesting

/// A clock that does not advance.
struct StandingClock: WallClock {
    let now = Date(timeIntervalSince1970: 784_111_777)
}

/// Runs a body against a server under a fresh CA on a free port, and stops the server.
func withServer(
    limits: ServerLimits = .standard, handler: @escaping ProviderServer.Handler,
    _ body: (_ server: RunningServer, _ curl: Curl) async throws -> Void
) async throws {
    let authority = try CertificateAuthority.create(commonName: "Test CA", now: SystemClock().now)
    let folder = NSTemporaryDirectory() + "keyfob-http-" + UUID().uuidString
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    try Data(authority.certificatePEM.utf8).write(to: URL(fileURLWithPath: folder + "/ca.pem"))
    let server = ProviderServer(
        identity: try identity(by: authority), hosts: ["localhost", "127.0.0.1", "[::1]"], limits: limits,
        clock: StandingClock(), handler: handler)
    let running = try await server.start(host: "127.0.0.1", port: 0)
    do {
        try await body(running, Curl(caFile: folder + "/ca.pem"))
    } catch {
        await running.stop()
        throw error
    }
    await running.stop()
}

/// A server's certificate for this machine.
func identity(by authority: CertificateAuthority) throws -> ServerIdentity {
    let pair = try authority.issue(hosts: ["localhost", "127.0.0.1", "::1"], now: SystemClock().now)
    return ServerIdentity(certificatePEM: pair.certificatePEM, privateKeyPEM: pair.privateKeyPEM)
}

/// A response that describes the handler's request.
func echo(_ request: HTTPRequest) async -> HTTPResponse {
    .json([
        "method": .string(request.method.rawValue), "url": .string(request.url.description),
        "cookie": request.fields["Cookie"].map { .string($0) } ?? nil, "length": .integer(request.body.count),
    ])
}

/// Whether a server accepts connections on that port of 127.0.0.1.
func isListening(_ port: Int) -> Bool {
    let descriptor = socket(AF_INET, SocketType.stream, 0)
    defer { close(descriptor) }
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = in_port_t(port).bigEndian
    address.sin_addr.s_addr = INADDR_LOOPBACK.bigEndian
    return withUnsafePointer(to: &address) {
        $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
            connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
        }
    } == 0
}
