import KeyfobConditionalAccess
package import KeyfobCore
package import KeyfobIdPModel
package import KeyfobOAuth

/// A request with all that its handler uses.
package struct RequestContext: Sendable {
    package let services: Services
    package let request: HTTPRequest
    let endpoint: Endpoint
    let dialect: OAuthDialect
    package let pathValues: [String: String]
    let presented: PresentedCertificate
    /// The address of the connection's peer; nil where there is no connection.
    let peer: String?
    package let directory: Directory
    package let now: Int64
    let correlationID: String
    let traceID: String

    package var configuration: IdPConfiguration { services.configuration }
    package var random: any RandomSource { services.random }

    /// Runs a transaction that sees the same directory as the rest of the request.
    package func transaction<R: Sendable>(
        _ body: @escaping @Sendable (any IdPTransaction) throws -> R
    ) async throws -> R {
        let version = directory.version
        return try await services.store.transaction { transaction in
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
        SignInLogEntry(
            time: now, event: event, clientID: clientID, redirectURI: redirectURI, user: user?.userPrincipalName,
            tenantID: user?.tenantID, scopes: scopes, resource: resource, correlationID: correlationID,
            errorCode: errorCode, detail: detail)
    }
}
