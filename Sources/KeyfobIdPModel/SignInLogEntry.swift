/// One entry of the sign-in log: the event, the user and the app. It never contains a secret.
public struct SignInLogEntry: Sendable, Hashable, Codable {
    /// Its sequence number, counted by the store from 1.
    public var sequence: Int64
    /// The time (Unix seconds).
    public var time: Int64
    /// The event: the raw value of a ``SignInEvent``.
    public var event: String
    /// The client's application id.
    public var clientID: String?
    /// The redirect URI, which distinguishes the apps of one registration.
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
    /// Details for the reader of the log.
    public var detail: String?
    /// The verdicts of the policies of Conditional Access, as a JSON array of Microsoft Graph's
    /// `appliedConditionalAccessPolicy` with an explanation each; nil if none was judged.
    public var policies: String?
    /// The bundle id of the broker's caller, as the broker has signed it.
    public var callerBundleID: String?
    /// How the broker identified it: a raw value of `CallerIdentity.Assurance`.
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
    /// Records the broker's caller and the device.
    package mutating func note(_ evidence: SignInEvidence) {
        callerBundleID = evidence.callerBundleID
        callerAssurance = evidence.callerAssurance
        deviceID = evidence.deviceID
    }
}
