/// One line of the sign-in log: what happened, to whom, through which app. It never holds a secret.
public struct SignInLogEntry: Sendable, Hashable, Codable {
    /// Its place in the log, counted by the store from 1.
    public var sequence: Int64
    /// When (Unix seconds).
    public var time: Int64
    /// What happened: the raw value of a ``SignInEvent``.
    public var event: String
    /// The client's application id.
    public var clientID: String?
    /// The redirect URI, which tells apps of one registration apart.
    public var redirectURI: String?
    /// The user principal name.
    public var user: String?
    /// The tenant.
    public var tenantID: String?
    /// The scopes concerned.
    public var scopes: [String]
    /// The API.
    public var resource: String?
    /// The request's correlation id.
    public var correlationID: String?
    /// The AADSTS number, if it was refused.
    public var errorCode: Int?
    /// More, for whoever reads the log.
    public var detail: String?
    /// What the policies of Conditional Access said, as a JSON array of Microsoft Graph's
    /// `appliedConditionalAccessPolicy` with an explanation each; nil if there was nothing to judge by.
    public var policies: String?
    /// The app that asked the broker, by its bundle id, as the broker has signed it.
    public var callerBundleID: String?
    /// How the broker came to know that: a raw value of `CallerIdentity.Assurance`.
    public var callerAssurance: String?
    /// The registered device that proved its key.
    public var deviceID: String?

    /// Makes an entry; the store gives it its sequence number.
    public init(
        sequence: Int64 = 0, time: Int64, event: SignInEvent, clientID: String? = nil, redirectURI: String? = nil,
        user: String? = nil, tenantID: String? = nil, scopes: [String] = [], resource: String? = nil,
        correlationID: String? = nil, errorCode: Int? = nil, detail: String? = nil, policies: String? = nil
    ) {
        self.sequence = sequence
        self.time = time
        self.event = event.rawValue
        self.clientID = clientID
        self.redirectURI = redirectURI
        self.user = user
        self.tenantID = tenantID
        self.scopes = scopes
        self.resource = resource
        self.correlationID = correlationID
        self.errorCode = errorCode
        self.detail = detail
        self.policies = policies
    }
}

extension SignInLogEntry {
    /// Notes who asked the broker, and on which device.
    mutating func note(_ evidence: SignInEvidence) {
        callerBundleID = evidence.callerBundleID
        callerAssurance = evidence.callerAssurance
        deviceID = evidence.deviceID
    }
}
