/// One entry of the sign-in log: the event, the user and the app. It never contains a secret.
package struct SignInLogEntry: Sendable, Hashable, Codable {
    /// Its sequence number, counted by the store from 1.
    package var sequence: Int64
    /// The time (Unix seconds).
    package var time: Int64
    /// The event: the raw value of a ``SignInEvent``.
    package var event: String
    /// The client's application id.
    package var clientID: String?
    /// The redirect URI, which distinguishes the apps of one registration.
    package var redirectURI: String?
    /// The user principal name.
    package var user: String?
    /// The tenant.
    package var tenantID: String?
    /// The scopes concerned.
    package var scopes: [String]
    /// The API.
    package var resource: String?
    /// The request's correlation id.
    package var correlationID: String?
    /// The AADSTS number, if it was refused.
    package var errorCode: Int?
    /// Details for the reader of the log.
    package var detail: String?
    /// The decisions of the policies of Conditional Access, as a JSON array of Microsoft Graph's
    /// `appliedConditionalAccessPolicy` with an explanation each; nil if none was evaluated.
    package var policies: String?
    /// The bundle id of the broker's caller, as the broker has signed it.
    package var callerBundleID: String?
    /// How the broker identified it: a raw value of `CallerIdentity.Assurance`.
    package var callerAssurance: String?
    /// The registered device that proved its key.
    package var deviceID: String?

    /// Makes an entry; the store gives it its sequence number.
    package init(
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
