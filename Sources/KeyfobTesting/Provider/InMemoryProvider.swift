public import KeyfobCore
import KeyfobCrypto
import KeyfobIdP
public import KeyfobIdPCore
package import KeyfobIdPModel
import KeyfobJOSE
public import KeyfobOAuth

/// A whole identity provider behind ``HTTPTransport``, without sockets and files, with the seeded tenant Contoso, and
/// one of every other kind under the hosts of ``KeyfobIdP/SeedData``.
public struct InMemoryProvider: HTTPTransport {
    /// The provider's address. The hosts of further tenants and clouds are served on the same port; a connection to any
    /// other origin fails.
    public let base: HTTPURL
    /// The provider.
    package let provider: IdentityProvider
    /// Its store.
    package let store: any IdPStore
    /// Its admin API.
    public var admin: AdminClient { AdminClient(base: adminBase, transport: self, token: token) }
    /// The certificate, in DER, that this client presents at the address that requests one; nil presents none. A copy
    /// of the provider with another certificate is another client of the same provider.
    public var certificate: [UInt8]?
    /// The address from which the requests come; nil for an unknown one, so that no location matches.
    public var peer: String?
    /// The milliseconds that a client waits for a response.
    public var patience = 30_000
    /// What a test sees of the providers that are made in its task.
    package struct Watch: Sendable {
        /// Learns what happens in them.
        package let observer: any ProviderObserver
        /// Called with each request and its response.
        package let seen: @Sendable (HTTPRequest, HTTPResponse) -> Void

        /// Makes a watch.
        package init(
            observer: any ProviderObserver, seen: @escaping @Sendable (HTTPRequest, HTTPResponse) -> Void = { _, _ in }
        ) {
            self.observer = observer
            self.seen = seen
        }
    }

    /// The watch over the providers that are made in this task.
    @TaskLocal package static var watch: Watch?

    private let watch = InMemoryProvider.watch
    private let token: Secret<String>
    private let adminBase: HTTPURL
    private let hosts: Set<String>
    private let certificatePort: Int?
    private let standsIn: Bool

    /// Makes a provider with a store of its own.
    ///
    /// - Parameters:
    ///   - base: Its address; `https://localhost:8443/` if none is given.
    ///   - clock: The machine's clock as the provider sees it.
    ///   - random: The source of randomness.
    ///   - configure: Changes to the configuration. By default passwords cost next to nothing and keys are P-256, because
    ///     generating an RSA key takes a good part of a second.
    /// - Throws: The store's error.
    public init(
        base: HTTPURL? = nil, clock: any WallClock, random: any RandomSource = SystemRandomSource(),
        configure: (inout IdPConfiguration) -> Void = { _ in }
    ) async throws {
        try await self.init(base: base, clock: clock, random: random, store: InMemoryIdPStore(), configure: configure)
    }

    /// Makes a provider over a store.
    ///
    /// - Throws: The store's error.
    package init(
        base: HTTPURL? = nil, clock: any WallClock, random: any RandomSource = SystemRandomSource(),
        store: any IdPStore, configure: (inout IdPConfiguration) -> Void = { _ in }
    ) async throws {
        guard let base = base ?? HTTPURL("https://localhost:8443/") else {
            throw TransportError(.cannotConnect, message: "The address is malformed.")
        }
        self.base = base
        self.store = store
        token = Secret(random.token())
        var configuration = IdPConfiguration(adminToken: token)
        configuration.passwordCost = .test
        configuration.signingAlgorithm = .es256
        configuration.certificatePort = base.effectivePort + 1
        configure(&configuration)
        certificatePort = configuration.certificatePort
        standsIn = configuration.standIn != nil
        // Under Microsoft's names there is no admin API.
        adminBase = standsIn ? HTTPURL("https://localhost/") ?? base : base
        provider = IdentityProvider(
            configuration: configuration, store: store, clock: clock, random: random, observer: watch?.observer)
        try await SeedData.contoso(in: store, random: random, passwordCost: configuration.passwordCost)
        try await provider.prepare()
        let tenants = try await store.transaction { try $0.tenants() }
        hosts = Set(
            [base.host, adminBase.host] + (configuration.standIn?.hosts ?? []) + configuration.clouds.flatMap(\.aliases)
                + tenants.flatMap { $0.hosts ?? [] })
    }

    /// Responds to a request to one of the provider's origins.
    ///
    /// It never waits: a fault that delays the response beyond ``patience`` is a time-out at once, and a shorter delay
    /// has no effect.
    ///
    /// - Throws: ``TransportError`` with code `cannotConnect` for another origin, or where a fault closes the
    ///   connection; `timedOut` where a fault delays the response for too long.
    public func send(_ request: HTTPRequest) async throws(TransportError) -> HTTPResponse {
        let url = request.url
        let asks =
            url.port != nil && url.port == certificatePort || standsIn && url.host == StandIn.certificateHost
        guard url.scheme == base.scheme, url.port == base.port || asks, hosts.contains(url.host) else {
            throw TransportError(.cannotConnect, message: "No server responds at \(request.url.origin).")
        }
        let presented: PresentedCertificate = asks ? certificate.map { .present($0) } ?? .absent : .notAsked
        let reply = await provider.providerResponse(to: request, presenting: presented, from: peer)
        guard reply.delay <= patience else {
            throw TransportError(.timedOut, message: "The provider did not respond in time.")
        }
        guard let response = reply.response else {
            throw TransportError(.cannotConnect, message: "The provider closed the connection without a response.")
        }
        watch?.seen(request, response)
        return response
    }
}
