public import KeyfobCore
import KeyfobCrypto
public import KeyfobIdPCore
import KeyfobJOSE
public import KeyfobOAuth

/// A whole identity provider behind ``HTTPTransport``, without sockets and files, with the seeded tenant Contoso.
public struct InMemoryProvider: HTTPTransport {
    /// Where it answers; every other origin cannot be connected to.
    public let base: HTTPURL
    /// The provider.
    public let provider: IdentityProvider
    /// Its store.
    public let store: any IdPStore
    /// Its admin API.
    public var admin: AdminClient { AdminClient(base: base, transport: self, token: token) }
    private let token: Secret<String>

    /// Makes a provider.
    ///
    /// - Parameters:
    ///   - base: its address.
    ///   - clock: the machine's clock as the provider sees it.
    ///   - random: where everything random comes from.
    ///   - store: where it keeps everything.
    ///   - configure: changes to the configuration. Unless it says otherwise passwords cost next to nothing and keys are
    ///     P-256, since an RSA key takes a good part of a second to make.
    /// - Throws: the store's error.
    public init(
        base: HTTPURL? = nil, clock: any WallClock, random: any RandomSource = SystemRandomSource(),
        store: any IdPStore = InMemoryIdPStore(), configure: (inout IdPConfiguration) -> Void = { _ in }
    ) async throws {
        guard let base = base ?? HTTPURL("https://localhost:8443/") else {
            throw TransportError(.cannotConnect, message: "The address is malformed.")
        }
        self.base = base
        self.store = store
        token = Secret(random.token())
        var configuration = IdPConfiguration(origin: base.origin, adminToken: token)
        configuration.passwordCost = .test
        configuration.signingAlgorithm = .es256
        configure(&configuration)
        provider = IdentityProvider(configuration: configuration, store: store, clock: clock, random: random)
        try await SeedData.contoso(in: store, random: random, passwordCost: configuration.passwordCost)
        try await provider.prepare()
    }

    /// Answers a request to the provider's origin.
    ///
    /// - Throws: ``TransportError`` with code `cannotConnect` for another origin.
    public func send(_ request: HTTPRequest) async throws(TransportError) -> HTTPResponse {
        guard request.url.origin == base.origin else {
            throw TransportError(.cannotConnect, message: "Nothing answers at \(request.url.origin).")
        }
        return await provider.handle(request)
    }
}
