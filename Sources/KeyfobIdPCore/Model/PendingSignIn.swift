/// A sign-in between two pages: what the hidden field `flow` stands for. Every page's answer goes back to the same
/// steps, which decide by this record what comes next.
public struct PendingSignIn: Sendable, Hashable, Codable {
    /// What the sign-in is for.
    public enum Purpose: String, Sendable, Hashable, Codable {
        /// An authorization request of an app in this browser.
        case authorize
        /// The approval of a device's code.
        case device
        /// An administrator's consent for everybody in the tenant.
        case adminConsent
    }

    /// SHA-256 of the flow token: the key.
    public var idHash: [UInt8]
    /// SHA-256 of the cookie of the browser that began it: no other browser may go on (login CSRF).
    public var browserHash: [UInt8]
    /// What the sign-in is for.
    public var purpose: Purpose
    /// The tenant segment of the address.
    public var tenantSegment: String
    /// `v1` or `v2`
    public var dialect: String
    /// The request's parameters, form-encoded.
    public var parameters: String
    /// The device code's hash, if the sign-in approves one.
    public var deviceCodeHash: [UInt8]?
    /// The account that was picked, or has just signed in.
    public var userID: String?
    /// Whether a person picked the account in this very sign-in.
    public var hasPicked: Bool?
    /// When the password was entered in this very sign-in, if it was.
    public var authenticatedAt: Int64?
    /// Whether the person asked for another account than those that are signed in.
    public var wantsOtherAccount: Bool
    /// Whether the device was asked to prove its key in this sign-in; it is asked once.
    public var deviceWasAsked: Bool?
    /// The device that proved its key and is disabled, if one did.
    public var disabledDeviceID: String?
    /// Whom the request's `id_token_hint` names, by the object id at home; empty if that is nobody here.
    public var hintedUserID: String?
    /// How many wrong user codes were entered on the page for them.
    public var wrongUserCodes: Int?
    private var evidenceOrNil: SignInEvidence?
    /// Where the sign-in is on its way to the address for certificates and back; nil if it is not.
    public var certificate: PendingCertificate?
    /// The second factor, where one is asked for.
    public var factor: PendingFactor?
    /// From which address it was begun, as ``PendingLimits`` counts them; nil if that is not known.
    public var address: String?
    /// The request's correlation id.
    public var correlationID: String
    /// Until when (Unix seconds) the pages may be answered.
    public var expiresAt: Int64

    /// Makes a record.
    public init(
        idHash: [UInt8], browserHash: [UInt8], purpose: Purpose, tenantSegment: String, dialect: String,
        parameters: String, deviceCodeHash: [UInt8]? = nil, userID: String? = nil, authenticatedAt: Int64? = nil,
        wantsOtherAccount: Bool = false, correlationID: String, expiresAt: Int64,
        evidence: SignInEvidence = SignInEvidence()
    ) {
        self.idHash = idHash
        self.browserHash = browserHash
        self.purpose = purpose
        self.tenantSegment = tenantSegment
        self.dialect = dialect
        self.parameters = parameters
        self.deviceCodeHash = deviceCodeHash
        self.userID = userID
        self.authenticatedAt = authenticatedAt
        self.wantsOtherAccount = wantsOtherAccount
        self.correlationID = correlationID
        self.expiresAt = expiresAt
        self.evidence = evidence
    }

    /// What this very sign-in has shown beside the session's own evidence: the device, the broker, the app.
    public var evidence: SignInEvidence {
        get { evidenceOrNil ?? SignInEvidence() }
        set { evidenceOrNil = newValue == SignInEvidence() ? nil : newValue }
    }

    private enum CodingKeys: String, CodingKey {
        case idHash, browserHash, purpose, tenantSegment, dialect, parameters, deviceCodeHash, userID
        case authenticatedAt, wantsOtherAccount, correlationID, expiresAt, deviceWasAsked, certificate, factor
        case hintedUserID, wrongUserCodes, disabledDeviceID, hasPicked, address
        case evidenceOrNil = "evidence"
    }
}
