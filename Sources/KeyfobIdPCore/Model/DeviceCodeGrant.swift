/// A device code that was issued (RFC 8628 section 3.2).
public struct DeviceCodeGrant: Sendable, Hashable, Codable {
    /// How far the person is.
    public enum State: String, Sendable, Hashable, Codable {
        /// Nobody has decided yet.
        case pending
        /// Approved: ``DeviceCodeGrant/access`` says by whom.
        case approved
        /// Declined.
        case declined
        /// Redeemed; it cannot be again.
        case redeemed
    }

    /// SHA-256 of the device code: the key.
    public var codeHash: [UInt8]
    /// SHA-256 of the user code in upper case; unique.
    public var userCodeHash: [UInt8]
    /// The client's application id.
    public var clientID: String
    /// The tenant segment at which it was asked for.
    public var tenantSegment: String
    /// `v1` or `v2`
    public var dialect: String
    /// The scopes that were asked for, as on the wire.
    public var scopes: [String]
    /// The API's name at a version 1 endpoint.
    public var resource: String?
    /// How far the person is.
    public var state: State
    /// What was approved.
    public var access: AuthorizedAccess?
    /// How long (seconds) the client has to wait between polls.
    public var interval: Int64
    /// From which address it was asked for, as ``PendingLimits`` counts them; nil if that is not known.
    public var address: String?
    /// When it last polled (Unix seconds).
    public var lastPolledAt: Int64?
    /// Until when it can be approved and redeemed.
    public var expiresAt: Int64

    /// Makes a device code's record.
    public init(
        codeHash: [UInt8], userCodeHash: [UInt8], clientID: String, tenantSegment: String, dialect: String,
        scopes: [String], resource: String? = nil, state: State = .pending, access: AuthorizedAccess? = nil,
        interval: Int64 = 5, lastPolledAt: Int64? = nil, expiresAt: Int64
    ) {
        self.codeHash = codeHash
        self.userCodeHash = userCodeHash
        self.clientID = clientID
        self.tenantSegment = tenantSegment
        self.dialect = dialect
        self.scopes = scopes
        self.resource = resource
        self.state = state
        self.access = access
        self.interval = interval
        self.lastPolledAt = lastPolledAt
        self.expiresAt = expiresAt
    }
}
