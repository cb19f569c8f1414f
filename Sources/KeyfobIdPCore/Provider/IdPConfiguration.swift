public import KeyfobCore
public import KeyfobCrypto
public import KeyfobJOSE

/// What an identity provider is told at its making.
public struct IdPConfiguration: Sendable {
    /// Scheme, host and port under which clients reach the provider; nil takes them from each request, which is right
    /// where whoever carries the requests has checked the host.
    public var origin: String?
    /// The port, of every name that the provider has, on which connections ask for a certificate; nil if there is none,
    /// and nobody signs in by certificate.
    public var certificatePort: Int?
    /// The clouds that are served beside the main one, each under its own names.
    public var clouds: [HostedCloud] = [.sovereign]
    /// The proxies in front of the provider, by their addresses: what one of them adds to `X-Forwarded-For` is from where a
    /// request comes. From anybody else that field is the client's word, and the address of the connection counts.
    public var trustedProxies: [IPRange] = []
    /// The bearer token of the admin API; nil switches that API off.
    public var adminToken: Secret<String>?
    /// The behaviour where Entra ID and RFC 9700 differ.
    public var profile: IdPProfile = .faithful
    /// The cost of password hashes that are made here.
    public var passwordCost: ScryptParameters = .standard
    /// What new signing keys sign with: `RS256`, as Entra ID does, or `ES256`.
    public var signingAlgorithm: SignatureAlgorithm = .rs256
    /// How many passwords are checked, or wait for it, at a time; further ones are answered with 503. A check takes a
    /// processor for about 0.1 s, and two run at once.
    public var passwordQueue: Int = 64
    /// How long a password waits for its check at most; after that it is answered with 503, unchecked. On a busy machine a
    /// check takes longer than 0.1 s, and a full line would last for many seconds.
    public var passwordPatience: Duration = .seconds(3)
    /// How much of what a stranger sends is read.
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
    /// After how many seconds of inactivity a refresh token ends: 90 days.
    public var refreshTokenInactivity: Int64 = 90 * 86400
    /// After how many seconds of inactivity a browser's session ends.
    public var sessionInactivity: Int64 = 86400
    /// How many seconds a person has to answer the pages of one sign-in.
    public var pendingSignInLifetime: Int64 = 1800
    /// For how many seconds a refresh token that was redeemed may be redeemed once more in the strict profile, by a
    /// client that never got the answer.
    public var refreshTokenGrace: Int64 = 30
    /// How many wrong passwords lock an account.
    public var lockoutThreshold: Int = 10
    /// How many seconds the first lock lasts; each further one in a row lasts twice as long.
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
