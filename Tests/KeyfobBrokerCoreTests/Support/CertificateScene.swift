#if Server
import Foundation
import KeyfobBrokerCore
import KeyfobCore
import KeyfobCrypto
import KeyfobOAuth
import KeyfobTesting
import KeyfobBackport

/// A tenant that trusts a certificate authority, and Ada, who signs in by certificate alone.
struct CertificateScene {
    let fixture: BrokerFixture
    let authority: UserCertificateAuthority
    /// Ada's certificate.
    let adas: [UInt8]
    private let log = RequestLog()

    /// - Parameter registers: The redirect URIs that the suite's registration has besides its own.
    init(
        registers: [String] = ["msauth://code/msauth.test.contoso.a%3A%2F%2Fauth"],
        _ configure: (inout BrokerConfiguration) -> Void = { _ in }
    ) async throws {
        fixture = try await BrokerFixture(configure)
        let now = fixture.clock.now
        authority = try .create(commonName: "Contoso People", now: now)
        adas = try authority.issue(commonName: "Ada", principalName: Contoso.ada, now: now).der
        let admin = fixture.provider.admin
        try await admin.trust(tenant: "contoso.test", roots: [authority.der])
        try await admin.setCertificateOnly(true, user: Contoso.ada)
        try await admin.register(registers, for: Contoso.suite)
        fixture.screen.person.usesCertificate = true
    }

    /// A broker with the given certificates, by name.
    func broker(_ certificates: [String: [UInt8]]) throws -> BrokerEngine {
        try fixture.broker(
            certificates: HeldCertificates(certificates: certificates, provider: fixture.provider, log: log))
    }

    /// The addresses where a certificate was presented, without scheme.
    var presented: [String] { log.addresses }

    func count(_ event: String) async throws -> Int { try await fixture.provider.admin.count(event) }
}

/// Certificates in memory, presented to the provider in memory.
private struct HeldCertificates: PersonalCertificates {
    let certificates: [String: [UInt8]]
    let provider: InMemoryProvider
    let log: RequestLog

    func names() throws(AuthError) -> [String] { certificates.keys.sorted() }

    func transport(presenting name: String) throws(AuthError) -> any HTTPTransport {
        var provider = provider
        provider.certificate = certificates[name]
        return Presenting(provider: provider, log: log)
    }

    private struct Presenting: HTTPTransport {
        let provider: InMemoryProvider
        let log: RequestLog

        func send(_ request: HTTPRequest) async throws(TransportError) -> HTTPResponse {
            log.note(String(request.url.description.dropFirst("https://".count)))
            return try await provider.send(request)
        }
    }
}

/// The addresses of requests.
private final class RequestLog: Sendable {
    private let state = Mutex<[String]>([])
    var addresses: [String] { state.withLock { $0 } }
    func note(_ address: String) { state.withLock { $0.append(address) } }
}
#endif
