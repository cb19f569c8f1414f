package import KeyfobConditionalAccess
public import KeyfobCore
package import KeyfobCrypto
package import KeyfobIdPModel
public import KeyfobJOSE

/// The configuration of an identity provider.
public struct IdPConfiguration: Sendable {
    /// Scheme, host and port under which clients reach the provider; nil takes them from each request, which is safe
    /// where the server has checked the host.
    public var origin: String?
    /// The port, at each of the provider's host names, whose connections request a certificate; nil if there is none,
    /// and sign-in by certificate is disabled.
    public var certificatePort: Int?
    /// The names, without port, under which the server accepts requests; empty if only requests show them.
    package var hostNames: [String] = []
    /// The clouds that are served besides the main one, each under its own names.
    package var clouds: [HostedCloud] = [.sovereign]
    /// The hosts of Microsoft's public cloud in whose place the provider answers too; nil if it does not.
    package var standIn: StandIn?
    /// The addresses of the proxies in front of the provider: the address that one of them adds to `X-Forwarded-For` is
    /// the client's. In requests from other peers that field is ignored, and the address of the connection counts.
    package var trustedProxies: [IPRange] = []
    /// The bearer token of the admin API; nil disables that API.
    public var adminToken: Secret<String>?
    /// The behaviour where Entra ID and RFC 9700 differ.
    public var profile: IdPProfile = .faithful
    /// The cost of new password hashes.
    package var passwordCost: ScryptParameters = .standard
    /// The algorithm of new signing keys: `RS256`, as at Entra ID, or `ES256`.
    public var signingAlgorithm: SignatureAlgorithm = .rs256
    /// The number of passwords that are checked or wait at a time; further ones get 503. A check takes a processor for
    /// about 0.1 s, and two run at once.
    public var passwordQueue: Int = 64
    /// The time that a password waits for its check at most; then it gets 503, unchecked. On a busy machine a check
    /// takes longer than 0.1 s, and a full queue would last for many seconds.
    public var passwordPatience: Duration = .seconds(3)
    /// The limits for input from clients.
    package var limits = InputLimits()
    /// The lifetime of access tokens in seconds; each token's is drawn at random from the range.
    public var accessTokenLifetime: ClosedRange<Int64> = 3600...5399
    /// The same for clients that understand the challenges of continuous access evaluation: 20 to 28 hours.
    public var continuousAccessTokenLifetime: ClosedRange<Int64> = 72_000...100_800
    /// The lifetime of id tokens in seconds.
    public var idTokenLifetime: Int64 = 3600
    /// The lifetime of authorization codes in seconds.
    public var authorizationCodeLifetime: Int64 = 600
    /// The lifetime of device codes in seconds.
    public var deviceCodeLifetime: Int64 = 900
    /// The seconds of inactivity after which a refresh token expires: 90 days.
    public var refreshTokenInactivity: Int64 = 90 * 86400
    /// The seconds of inactivity after which a browser's session ends.
    public var sessionInactivity: Int64 = 86400
    /// The same for a session that the user chose to keep when the browser closes.
    public var persistentSessionInactivity: Int64 = 90 * 86400
    /// The seconds that a user has for the pages of one sign-in.
    public var pendingSignInLifetime: Int64 = 1800
    /// The seconds for which a redeemed refresh token may be redeemed once more in the strict profile, by a client that
    /// never got the response.
    public var refreshTokenGrace: Int64 = 30
    /// The number of wrong passwords that lock an account.
    public var lockoutThreshold: Int = 10
    /// The seconds for which the first lock lasts; each further one in a row lasts twice as long.
    public var lockoutSeconds: Int64 = 60

    /// Makes the default configuration.
    ///
    /// - Parameters:
    ///   - origin: scheme, host and port, without a trailing slash; nil takes them from each request.
    ///   - adminToken: the bearer token of the admin API.
    public init(origin: String? = nil, adminToken: Secret<String>? = nil) {
        self.origin = origin
        self.adminToken = adminToken
    }
}

/// The provider's behaviour where Entra ID and the security best current practice (RFC 9700) differ.
public enum IdPProfile: String, Sendable, Hashable, Codable, CaseIterable {
    /// As Entra ID is observed to behave, peculiarities included.
    case faithful
    /// As RFC 9700 requires: no `plain` challenges, one use of each refresh token, polling too fast is refused.
    case strict
}
