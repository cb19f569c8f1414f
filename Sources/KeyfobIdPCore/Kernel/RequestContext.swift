import KeyfobConditionalAccess
package import KeyfobCore
package import KeyfobIdPModel
package import KeyfobOAuth

/// A request with all that its handler uses.
package struct RequestContext: Sendable {
    /// What stays the same for the whole request, by reference: a grant passes it to many functions.
    private final class Facts: Sendable {
        let services: Services
        let request: HTTPRequest
        let pathValues: [String: String]
        let address: RequestAddress
        let presented: PresentedCertificate
        let peer: String?
        let correlationID: String
        let traceID: String
        let compared: ComparedPasswords
        let notes: RequestNotes

        init(
            services: Services, request: HTTPRequest, pathValues: [String: String], address: RequestAddress,
            presented: PresentedCertificate, peer: String?, correlationID: String, traceID: String,
            compared: ComparedPasswords, notes: RequestNotes
        ) {
            self.services = services
            self.request = request
            self.pathValues = pathValues
            self.address = address
            self.presented = presented
            self.peer = peer
            self.correlationID = correlationID
            self.traceID = traceID
            self.compared = compared
            self.notes = notes
        }
    }

    private let facts: Facts
    let endpoint: Endpoint
    var dialect: OAuthDialect
    package let directory: Directory
    package let now: Int64

    init(
        services: Services, request: HTTPRequest, endpoint: Endpoint, dialect: OAuthDialect,
        pathValues: [String: String], presented: PresentedCertificate, peer: String?, directory: Directory, now: Int64,
        correlationID: String, traceID: String, compared: ComparedPasswords, notes: RequestNotes
    ) {
        facts = Facts(
            services: services, request: request, pathValues: pathValues,
            address: RequestAddress(request, pathValues: pathValues, services.configuration, directory),
            presented: presented, peer: peer, correlationID: correlationID, traceID: traceID, compared: compared,
            notes: notes)
        self.endpoint = endpoint
        self.dialect = dialect
        self.directory = directory
        self.now = now
    }

    package var services: Services { facts.services }
    package var request: HTTPRequest { facts.request }
    package var pathValues: [String: String] { facts.pathValues }
    /// The host name that the request used.
    var host: ProviderHost { facts.address.host }
    /// Scheme, host and port of all published addresses (``RequestAddress``).
    package var origin: String { facts.address.origin }
    /// The tenant segment of the address (``RequestAddress``).
    var tenantSegment: String { facts.address.tenantSegment }
    var presented: PresentedCertificate { facts.presented }
    /// The address of the connection's peer; nil where there is no connection.
    var peer: String? { facts.peer }
    package var correlationID: String { facts.correlationID }
    package var traceID: String { facts.traceID }
    /// The passwords that the request has compared, in all its attempts.
    var compared: ComparedPasswords { facts.compared }
    /// What the operator learns about the request.
    var notes: RequestNotes { facts.notes }
    package var configuration: IdPConfiguration { services.configuration }
    package var random: any RandomSource { services.random }

    /// The names at which the provider and the platform answer.
    package var reservedNames: ReservedNames { ReservedNames(configuration, origins: [origin, request.url.origin]) }

    /// The context of another request that is part of this one, with the present directory.
    ///
    /// - Throws: the store's error.
    package func following(_ request: HTTPRequest) async throws -> RequestContext {
        let present = try await services.directories.load(services.store)
        return RequestContext(
            services: services, request: request, endpoint: endpoint, dialect: dialect, pathValues: [:],
            presented: presented, peer: peer,
            directory: present.at(services.configuration.origin ?? request.url.origin),
            now: services.now(present), correlationID: correlationID, traceID: random.uuid(), compared: compared,
            notes: notes)
    }

    /// Runs a body, unless the directory changes between this context and the body's transaction: then nil.
    package func unlessStale<R>(_ body: () async throws -> R) async throws -> R? {
        do { return try await body() } catch is StaleDirectory { return nil }
    }

    /// Runs a transaction that sees the same directory as the rest of the request.
    package func transaction<R: Sendable>(
        _ body: @escaping @Sendable (any IdPTransaction) throws -> R
    ) async throws -> R {
        try await services.store.transaction(withPresentDirectory(body))
    }

    /// Runs a transaction as ``transaction(_:)`` does, whose body reads and writes few rows, each by its key.
    func shortTransaction<R: Sendable>(
        _ body: @escaping @Sendable (any IdPTransaction) throws -> R
    ) async throws -> R {
        try await services.store.shortTransaction(withPresentDirectory(body))
    }

    /// A body that first checks that the directory is still that of the request.
    private func withPresentDirectory<R: Sendable>(
        _ body: @escaping @Sendable (any IdPTransaction) throws -> R
    ) -> @Sendable (any IdPTransaction) throws -> R {
        let version = directory.version
        return { transaction in
            guard try transaction.directoryVersion() == version else { throw StaleDirectory() }
            return try body(transaction)
        }
    }

    /// Checks what applies at every endpoint: the limits of input, and the tenant that the host serves.
    ///
    /// - Throws: ``OAuthError`` for input that is too large, or a tenant that is served elsewhere.
    func validate() throws(OAuthError) {
        try configuration.limits.check(request, at: endpoint)
        try HostRule.check(self)
    }

    /// Calls the hook after identification.
    ///
    /// - Parameter endpoint: `token` for a grant, `authorize` for a sign-in.
    func refusal(
        of user: User, clientID: String, at endpoint: Endpoint, in transaction: any IdPTransaction
    ) throws -> OAuthError? {
        try services.identified(
            IdentifiedRequest(user: user, clientID: clientID, endpoint: endpoint), self, transaction)
    }

    /// The network of the client, for limits on unauthenticated requests; nil if it is unknown.
    var network: String? {
        ClientAddress.of(peer: peer, request, behind: configuration.trustedProxies).map(IPRange.network)
    }

    /// The form in the body.
    package func form() throws(OAuthError) -> FormParameters {
        try configuration.limits.form(request)
    }

    /// The query of the address.
    package func query() throws(OAuthError) -> FormParameters {
        try configuration.limits.query(request)
    }

    /// The parameters of an endpoint that accepts both methods.
    func parameters() throws(OAuthError) -> FormParameters {
        if request.method == .post { try form() } else { try query() }
    }

    /// A log entry of this request.
    package func entry(
        _ event: SignInEvent, clientID: String? = nil, redirectURI: String? = nil, user: User? = nil,
        scopes: [String] = [], resource: String? = nil, errorCode: Int? = nil, detail: String? = nil
    ) -> SignInLogEntry {
        notes.note(event, clientID: clientID, tenantID: user?.tenantID, errorCode: errorCode)
        return SignInLogEntry(
            time: now, event: event, clientID: clientID, redirectURI: redirectURI, user: user?.userPrincipalName,
            tenantID: user?.tenantID, scopes: scopes, resource: resource, correlationID: correlationID,
            errorCode: errorCode, detail: detail)
    }
}

/// The peer's certificate of the connection on which a request came.
///
/// Only the server knows it, from the TLS handshake, and passes it with the request: nothing in a request can claim it.
package enum PresentedCertificate: Sendable, Hashable {
    /// The connection requested none, as at every address but the one for certificates.
    case notAsked
    /// It requested one, and the peer presented none.
    case absent
    /// The peer's own certificate in DER. The handshake has proved that the peer holds its key, and nothing else; the
    /// provider checks its issuer.
    case present([UInt8])
}
