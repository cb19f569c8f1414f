package import KeyfobBrokerClient
package import KeyfobCache
package import KeyfobCore
package import KeyfobFlows
package import KeyfobOAuth

/// The parameters of a token request for one resource at the version 1 endpoints.
package struct ADALRequest: Sendable {
    /// The authority, as the app names it.
    package var authority: Authority
    /// Whether an unknown authority is validated before any secret is sent to it.
    package var validatesAuthority = true
    /// The client id.
    package var clientID: String
    /// The identifier that distinguishes this app from the others of its client id: its bundle id, or else its redirect
    /// URI.
    package var appIdentifier: String
    /// The resource: the application id URI of an API, to the letter.
    package var resource: String
    /// The user; nil if only one is signed in.
    package var user: ADALCacheUserIdentifier?
    /// Claims to request. With claims, the token is requested from the server.
    package var claims: ClaimsRequest?
    /// The app's capabilities, as `xms_cc` values.
    package var capabilities: [String] = []
    /// Whether a token is requested from the server although a valid one is cached.
    package var forceRefresh = false
    /// Whether a token past its expiry, but within the server's `ext_expires_in`, is returned while the server is down.
    package var extendedLifetimeEnabled = false
    /// Seconds before its expiry at which a cached token is no longer returned.
    package var expirationBuffer: Double = 300
    /// The id of this call in the server's log; made up if nil.
    package var correlationID: String?

    /// Makes a request.
    package init(
        authority: Authority, clientID: String, appIdentifier: String, resource: String,
        user: ADALCacheUserIdentifier? = nil
    ) {
        self.authority = authority
        self.clientID = clientID
        self.appIdentifier = appIdentifier
        self.resource = resource
        self.user = user
    }

    /// Whether a cached token satisfies the call.
    var mayUseStoredToken: Bool { !forceRefresh && (claims?.isEmpty ?? true) }

    /// The text of the `claims` parameter.
    var wireClaims: String? { ClaimsRequest.wireValue(request: claims, capabilities: capabilities) }

    /// Checks that the version 1 endpoints serve the request.
    ///
    /// - Throws: `configuration` for personal accounts and customer directories (B2C and external tenants).
    package func check() throws(AuthError) {
        let isPersonal = ["consumers", Authority.personalAccountsTenant].contains(authority.tenant)
        guard !isPersonal, authority.kind == .aad || authority.kind == .adfs else { throw Self.unsupported }
    }

    static let unsupported = AuthError(
        .configuration, origin: .app,
        message: "The version 1 endpoints serve work and school accounts only.",
        remedy: "Use PublicClientApplication for personal and customers' accounts.",
        cause: ADALClientError.unsupportedAccount)
}

/// The parameters of a sign-in at the version 1 endpoints.
package struct ADALInteractiveRequest: Sendable {
    /// The resource, authority and user of the token.
    package var request: ADALRequest
    /// Where the response is sent, as registered.
    package var redirectURI: RedirectURI
    /// The page that must be shown; nil leaves it to the server.
    package var prompt: Prompt?
    /// Further parameters of the authorization request; they never replace one of its own.
    package var extraParameters = FormParameters()
    /// Whether a broker is asked: ADAL's credentials type, which is off by default.
    package var brokerUse = BrokerUse.never
    /// Whether the broker must have the user enter credentials (`force`).
    package var forcesBrokerPrompt = false
    /// The user agent that shows the pages; nil means the environment's.
    package var userAgent: (any UserAgent)?

    /// Makes a request.
    package init(_ request: ADALRequest, redirectURI: RedirectURI, prompt: Prompt? = nil) {
        self.request = request
        self.redirectURI = redirectURI
        self.prompt = prompt
    }
}

/// The errors of the version 1 client beyond the codes of `AuthError`, as the cause of such an error.
package enum ADALClientError: Error, Sendable, Hashable {
    /// The identity platform does not confirm the authority.
    case authorityValidation
    /// No user was named, and several are signed in.
    case severalUsers
    /// There is no refresh token that could be tried.
    case noRefreshToken
    /// The account, or the authority, is of a kind that the version 1 endpoints do not serve.
    case unsupportedAccount
    /// The redirect led to a page without TLS.
    case insecureRedirect
}
