/// A sign-in between two pages, identified by the hidden field `flow`. Every page's form leads to the same steps, which
/// determine the next one by this record.
package struct PendingSignIn: Sendable, Hashable, Codable {
    /// The purpose of a sign-in.
    package enum Purpose: String, Sendable, Hashable, Codable {
        /// An authorization request of an app in this browser.
        case authorize
        /// The approval of a device's code.
        case device
        /// An administrator's consent for all users of the tenant.
        case adminConsent
        /// A service's request by SAML.
        case saml
    }

    /// SHA-256 of the flow token: the key.
    package var idHash: [UInt8]
    /// SHA-256 of the cookie of the browser that began it: no other browser can continue it (login CSRF).
    package var browserHash: [UInt8]
    /// The purpose.
    package var purpose: Purpose
    /// The tenant segment of the address.
    package var tenantSegment: String
    /// `v1` or `v2`
    package var dialect: String
    /// The request's parameters, form-encoded.
    package var parameters: String
    /// The device code's hash, if the sign-in approves one.
    package var deviceCodeHash: [UInt8]?
    /// The account that was picked, or has just signed in.
    package var userID: String?
    /// Whether the user picked the account in this sign-in.
    package var hasPicked: Bool?
    /// The time of the authentication in this sign-in, if there was one.
    package var authenticatedAt: Int64?
    /// Whether the user asked for an account other than those that are signed in.
    package var wantsOtherAccount: Bool
    /// Whether the device was challenged in this sign-in; it is challenged once.
    package var deviceWasAsked: Bool?
    /// The disabled device that proved its key, if one did.
    package var disabledDeviceID: String?
    /// The user whom the request's `id_token_hint` names, by the object id in the home tenant; empty if there is none.
    package var hintedUserID: String?
    /// The number of wrong user codes that were entered on the page for them.
    package var wrongUserCodes: Int?
    /// Whether the user has confirmed to be signing in to the device's app.
    package var hasApprovedDevice: Bool?
    private var evidenceOrNil: SignInEvidence?
    /// The sign-in by certificate, while it is in progress.
    package var certificate: PendingCertificate?
    /// The second factor, where one is required.
    package var factor: PendingFactor?
    /// The address of the client, as ``PendingLimits`` counts it; nil if it is unknown.
    package var address: String?
    /// The request's correlation id.
    package var correlationID: String
    /// The time (Unix seconds) until which the pages' forms are accepted.
    package var expiresAt: Int64

    /// Makes a record.
    package init(
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

    /// The evidence of this sign-in besides the session's: the device, the broker, the app.
    package var evidence: SignInEvidence {
        get { evidenceOrNil ?? SignInEvidence() }
        set { evidenceOrNil = newValue == SignInEvidence() ? nil : newValue }
    }

    private enum CodingKeys: String, CodingKey {
        case idHash, browserHash, purpose, tenantSegment, dialect, parameters, deviceCodeHash, userID
        case authenticatedAt, wantsOtherAccount, correlationID, expiresAt, deviceWasAsked, certificate, factor
        case hintedUserID, wrongUserCodes, disabledDeviceID, hasPicked, address, hasApprovedDevice
        case evidenceOrNil = "evidence"
    }
}

/// The limits for pending sign-ins and device codes, which unauthenticated clients can begin.
package enum PendingLimits {
    /// The number of each kind from one client address, or from one IPv6 network of 64 bits. A further one replaces the
    /// one that would expire first.
    package static let perAddress = 500
}

/// A second factor during a sign-in: given, requested, or being registered. It belongs to one user; for another user it
/// starts again.
package struct PendingFactor: Sendable, Hashable, Codable {
    /// The user's object id in the home tenant.
    package var userID: String
    /// The time at which the second factor was given in this sign-in (Unix seconds).
    package var provedAt: Int64?
    /// SHA-256 of the sign-in's key with the last texted code; nil if no code is valid.
    package var textHash: [UInt8]?
    /// The time until which the texted code is valid.
    package var textExpiresAt: Int64
    /// The key that the page has shown, to register an authenticator app.
    package var proposedKey: [UInt8]?
    /// The number to which a code was texted, to register a phone.
    package var proposedPhoneNumber: String?
    /// Whether the user registers a phone, where an app can be registered as well.
    package var wantsPhone: Bool?

    /// Makes an empty record.
    package init(userID: String) {
        self.userID = userID
        textExpiresAt = 0
    }
}
