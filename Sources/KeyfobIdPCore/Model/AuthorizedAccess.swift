/// What a person has authorized: it is behind every code, device code and refresh token.
public struct AuthorizedAccess: Sendable, Hashable, Codable {
    /// Names the authorization: everything that descends from one code or device code carries it, what a primary refresh
    /// token led to with an id of its own behind it (`ID/ID`).
    public var grantID: String
    /// The client's application id.
    public var clientID: String
    /// The user's object id.
    public var userID: String
    /// The tenant for which tokens are issued; at B2C with the policy behind it, `ID/POLICY`.
    public var tenantID: String
    /// The scopes that were asked for, in the client's spelling, OpenID's own among them.
    public var scopes: [String]
    /// The API's name as the client wrote it at a version 1 endpoint.
    public var resource: String?
    /// When the person entered the password (Unix seconds).
    public var authenticatedAt: Int64
    /// The user's revocation epoch at that time; a later one ends the authorization.
    public var epoch: Int64
    /// Claim `sid`.
    public var sessionID: String?
    /// The authentication contexts (`c1` to `c99`) that the person has met by proving anew who they are.
    public var contexts: [String]?
    /// The client's redirect URI, which tells apps of one registration apart.
    public var redirectURI: String?
    private var evidenceOrNil: SignInEvidence?

    /// Makes an authorization.
    public init(
        grantID: String, clientID: String, userID: String, tenantID: String, scopes: [String], resource: String? = nil,
        authenticatedAt: Int64, epoch: Int64, sessionID: String? = nil, contexts: [String]? = nil,
        redirectURI: String? = nil, evidence: SignInEvidence = .password
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

    /// What was proved when it was authorized. A password alone, as before evidence was kept, takes no room.
    public var evidence: SignInEvidence {
        get { evidenceOrNil ?? .password }
        set { evidenceOrNil = newValue == .password ? nil : newValue }
    }

    /// Whether the authorization is one of that id or comes of it.
    func isWithin(grantID: String) -> Bool { self.grantID == grantID || self.grantID.hasPrefix("\(grantID)/") }

    private enum CodingKeys: String, CodingKey {
        case grantID, clientID, userID, tenantID, scopes, resource, authenticatedAt, epoch, sessionID, contexts
        case redirectURI
        case evidenceOrNil = "evidence"
    }
}
