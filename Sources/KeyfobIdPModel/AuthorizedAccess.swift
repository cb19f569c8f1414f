/// The access that a user has authorized, which every code, device code and refresh token refers to.
package struct AuthorizedAccess: Sendable, Hashable, Codable {
    /// The id of the authorization: everything that descends from one code or device code has it; that of a use of a
    /// primary refresh token has another id appended (`ID/ID`).
    package var grantID: String
    /// The client's application id.
    package var clientID: String
    /// The user's object id.
    package var userID: String
    /// The tenant for which tokens are issued; at B2C with the policy appended, `ID/POLICY`.
    package var tenantID: String
    /// The requested scopes as the client spells them, including OpenID's own.
    package var scopes: [String]
    /// The API's name as the client wrote it at a version 1 endpoint.
    package var resource: String?
    /// The time at which the user authenticated (Unix seconds).
    package var authenticatedAt: Int64
    /// The user's revocation epoch at that time; a later one ends the authorization.
    package var epoch: Int64
    /// Claim `sid`.
    package var sessionID: String?
    /// The authentication contexts (`c1` to `c99`) that the user has met by authenticating again.
    package var contexts: [String]?
    /// The client's redirect URI, which distinguishes the apps of one registration.
    package var redirectURI: String?
    private var evidenceOrNil: SignInEvidence?

    /// Makes an authorization.
    package init(
        grantID: String, clientID: String, userID: String, tenantID: String, scopes: [String], resource: String? = nil,
        authenticatedAt: Int64, epoch: Int64, sessionID: String? = nil, contexts: [String]? = nil,
        redirectURI: String? = nil, evidence: SignInEvidence
    ) {
        self.grantID = grantID
        self.clientID = clientID
        self.userID = userID
        self.tenantID = tenantID
        self.scopes = scopes
        self.resource = resource
        self.authenticatedAt = authenticatedAt
        self.epoch = epoch
        self.sessionID = sessionID
        self.contexts = contexts
        self.redirectURI = redirectURI
        self.evidence = evidence
    }

    /// The evidence of the sign-in. A password alone is not stored, as in records from before evidence was stored.
    package var evidence: SignInEvidence {
        get { evidenceOrNil ?? .password }
        set { evidenceOrNil = newValue == .password ? nil : newValue }
    }

    /// Whether the authorization has that id or descends from it.
    func isWithin(grantID: String) -> Bool { self.grantID == grantID || self.grantID.hasPrefix("\(grantID)/") }

    private enum CodingKeys: String, CodingKey {
        case grantID, clientID, userID, tenantID, scopes, resource, authenticatedAt, epoch, sessionID, contexts
        case redirectURI
        case evidenceOrNil = "evidence"
    }
}
