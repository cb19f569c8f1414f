public import Foundation
public import KeyfobCore

/// A token as ADAL for Objective-C keeps it (`ADTokenCacheStoreItem`).
public struct LegacyTokenItem: Sendable, Hashable {
    /// Where it was got: `https://HOST/TENANT`, the tenant as the app named it.
    public var authority: String
    /// The client; `foci-1` for a token of family 1.
    public var clientID: String
    /// What the access token is for; nil for a refresh token of several resources.
    public var resource: String?
    /// The user under whose name it is filed, trimmed and in lower case; empty if there was no id token (ADFS).
    public var userID: String
    /// `accessToken`
    public var accessToken: Secret<String>?
    /// `refreshToken`
    public var refreshToken: Secret<String>?
    /// `accessTokenType`
    public var accessTokenType: String?
    /// When the access token expires.
    public var expiresOn: Date?
    /// When it was written.
    public var cachedAt: Date?
    /// The family whose members may use the refresh token.
    public var familyID: String?
    /// `homeAccountId`, as it stands there; versions before 2.7 wrote none.
    public var homeAccountID: String?
    /// Intune's enrollment.
    public var enrollmentID: String?
    /// The app that Intune wraps.
    public var applicationIdentifier: String?
    /// The id token.
    public var userInformation: LegacyUserInformation?
    /// `additionalServer`: may hold `extended_expires_on` (a date) and `spe_info`.
    public var additionalServer: ArchivedDictionary
    /// `additionalClient`: always written, and always empty.
    public var additionalClient: ArchivedDictionary
    /// The class and those above it.
    var classes: [String]
    /// Members that this version does not know, which a rewrite keeps; a broker's item has a session key among them.
    var unknown: Secret<[String: ArchivedValue]>

    /// The class name of every item but a broker's.
    public static let className = "ADTokenCacheStoreItem"
    /// The class name of a broker's primary refresh token.
    public static let primaryClassName = "ADBrokerPRTCacheItem"
    /// What early versions left in `refreshToken` instead of deleting the item.
    static let tombstone = "<tombstone>"
    /// The client id of a primary refresh token.
    static let primaryClientID = "00000000-0000-0000-0000-000000000000"

    /// Makes an item with what is always there; the rest is set afterwards.
    ///
    /// - Parameters:
    ///   - authority: as the app named it.
    ///   - clientID: the client's id, or its family's.
    ///   - resource: what the access token is for; nil for a token of many resources.
    ///   - userID: under which name it is filed; nil takes the id token's.
    ///   - userInformation: what the id token says.
    public init(
        authority: String, clientID: String, resource: String? = nil, userID: String? = nil,
        userInformation: LegacyUserInformation? = nil
    ) {
        self.authority = authority
        self.clientID = clientID
        self.resource = resource
        self.userInformation = userInformation
        self.userID = LegacyTokenKey.canonical(userID ?? userInformation?.userID ?? "")
        accessTokenType = "Bearer"
        additionalServer = ArchivedDictionary(isMutable: true)
        additionalClient = ArchivedDictionary(isMutable: true)
        classes = [Self.className, "NSObject"]
        unknown = Secret([:])
    }

    /// What tells it from other items.
    public var key: LegacyTokenKey {
        LegacyTokenKey(authority: authority, resource: resource, clientID: clientID, userID: userID)
    }

    /// What an item is.
    public enum Kind: Sendable, Hashable {
        /// An access token alone.
        case accessToken
        /// An access token with a refresh token that serves its resource only (ADFS).
        case singleResource
        /// A refresh token that serves every resource (MRRT).
        case multiResource
        /// A refresh token that every client of a family may use (FRT).
        case family(String)
        /// A broker's primary refresh token.
        case primary
        /// A deleted item, or one without any token.
        case nothing
    }

    /// What it is.
    public var kind: Kind {
        let refreshToken = refreshToken?.reveal() ?? ""
        guard refreshToken != Self.tombstone else { return .nothing }
        if refreshToken.isEmpty { return accessToken == nil ? .nothing : .accessToken }
        let client = LegacyTokenKey.canonical(clientID)
        if client == Self.primaryClientID { return .primary }
        guard LegacyTokenKey.canonical(resource ?? "").isEmpty else { return .singleResource }
        guard client.hasPrefix("foci-") else { return .multiResource }
        return .family(String(client.dropFirst(5)))
    }

    /// Whether it has a refresh token, of whatever kind.
    public var hasRefreshToken: Bool {
        switch kind {
        case .singleResource, .multiResource, .family, .primary: true
        case .accessToken, .nothing: false
        }
    }
}
