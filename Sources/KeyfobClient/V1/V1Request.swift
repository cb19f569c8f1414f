public import KeyfobCache
public import KeyfobCore

/// What an app asks the version 1 endpoints for: a token for one resource.
public struct V1Request: Sendable {
    /// Where, as the app names it.
    public var authority: Authority
    /// Whether an authority that is not known is asked about before anything is sent to it.
    public var validatesAuthority = true
    /// The client id.
    public var clientID: String
    /// What tells this app from the others of its client id: its bundle id, or else its redirect URI.
    public var appIdentifier: String
    /// What the token is for: the application id URI of an API, to the letter.
    public var resource: String
    /// Whose token; nil if only one person is signed in.
    public var user: LegacyUserIdentifier?
    /// Claims to ask for; a request that has any goes to the server.
    public var claims: ClaimsRequest?
    /// What the app can handle, as `xms_cc` values.
    public var capabilities: [String] = []
    /// Whether to go to the server although a valid token is cached.
    public var forceRefresh = false
    /// Whether a token past its expiry, but within the server's `ext_expires_in`, is handed out while the server is
    /// down.
    public var extendedLifetimeEnabled = false
    /// Seconds before its expiry at which a cached token is no longer handed out.
    public var expirationBuffer: Double = 300
    /// What ties this call to the server's log; made up if nil.
    public var correlationID: String?

    /// Makes a request.
    public init(
        authority: Authority, clientID: String, appIdentifier: String, resource: String,
        user: LegacyUserIdentifier? = nil
    ) {
        self.authority = authority
        self.clientID = clientID
        self.appIdentifier = appIdentifier
        self.resource = resource
        self.user = user
    }

    /// Whether a token from the cache will do.
    var mayUseStoredToken: Bool { !forceRefresh && (claims?.isEmpty ?? true) }

    /// The text of the `claims` parameter.
    var wireClaims: String? { ClaimsRequest.wireValue(request: claims, capabilities: capabilities) }

    /// Refuses what the version 1 endpoints do not serve.
    ///
    /// - Throws: `configuration`: personal accounts, customer directories (B2C and external tenants).
    public func check() throws(AuthError) {
        let isPersonal = ["consumers", Authority.personalAccountsTenant].contains(authority.tenant)
        guard !isPersonal, authority.kind == .aad || authority.kind == .adfs else { throw Self.unsupported }
    }

    static let unsupported = AuthError(
        .configuration, origin: .app,
        message: "The version 1 endpoints serve work and school accounts only.",
        remedy: "Use PublicClientApplication for personal and customers' accounts.", cause: V1Fault.unsupportedAccount)
}
