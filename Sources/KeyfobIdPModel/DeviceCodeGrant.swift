/// An issued device code (RFC 8628 section 3.2).
package struct DeviceCodeGrant: Sendable, Hashable, Codable {
    /// The user's decision.
    package enum State: String, Sendable, Hashable, Codable {
        /// The user has not decided yet.
        case pending
        /// Approved, with the access in ``DeviceCodeGrant/access``.
        case approved
        /// Declined.
        case declined
        /// Redeemed; it cannot be redeemed again.
        case redeemed
    }

    /// SHA-256 of the device code: the key.
    package var codeHash: [UInt8]
    /// SHA-256 of the user code in upper case; unique.
    package var userCodeHash: [UInt8]
    /// The client's application id.
    package var clientID: String
    /// The tenant segment at which it was requested.
    package var tenantSegment: String
    /// `v1` or `v2`
    package var dialect: String
    /// The requested scopes, as in the request.
    package var scopes: [String]
    /// The API's name at a version 1 endpoint.
    package var resource: String?
    /// The user's decision.
    package var state: State
    /// The access that was approved.
    package var access: AuthorizedAccess?
    /// The seconds that the client has to wait between polls.
    package var interval: Int64
    /// The address of the client, as ``PendingLimits`` counts it; nil if it is unknown.
    package var address: String?
    /// The time of the last poll (Unix seconds).
    package var lastPolledAt: Int64?
    /// The time until which it can be approved and redeemed.
    package var expiresAt: Int64

    /// Makes a device code's record.
    package init(
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
