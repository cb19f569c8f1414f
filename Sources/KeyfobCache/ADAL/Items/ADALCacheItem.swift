package import Foundation
package import KeyfobCore
import KeyfobJOSE

/// A token of ADAL for Objective-C (`ADTokenCacheStoreItem`).
package struct ADALCacheItem: Sendable, Hashable {
    /// The authority, `https://HOST/TENANT`, with the tenant as the app specified it.
    package var authority: String
    /// The client; `foci-1` for a token of family 1.
    package var clientID: String
    /// The resource of the access token; nil for a refresh token of several resources.
    package var resource: String?
    /// The user's name in the item's key, trimmed and in lower case; empty if there was no id token (ADFS).
    package var userID: String
    /// `accessToken`
    package var accessToken: Secret<String>?
    /// `refreshToken`
    package var refreshToken: Secret<String>?
    /// `accessTokenType`
    package var accessTokenType: String?
    /// The time at which the access token expires.
    package var expiresOn: Date?
    /// The time at which it was written.
    package var cachedAt: Date?
    /// The family whose members may use the refresh token.
    package var familyID: String?
    /// `homeAccountId`, unchanged; versions before 2.7 wrote none.
    package var homeAccountID: String?
    /// Intune's enrollment.
    package var enrollmentID: String?
    /// The app that Intune wraps.
    package var applicationIdentifier: String?
    /// The id token.
    package var userInformation: ADALCacheUserInformation?
    /// `additionalServer`: may contain `extended_expires_on` (a date) and `spe_info`.
    package var additionalServer: ArchivedDictionary
    /// `additionalClient`: always written, and always empty.
    package var additionalClient: ArchivedDictionary
    /// The class and its superclasses.
    var classes: [String]
    /// Unknown members, which a rewrite keeps; for a broker's item they include a session key.
    var unknown: Secret<[String: ArchivedValue]>

    /// The class name of every item but a broker's.
    package static let className = "ADTokenCacheStoreItem"
    /// The class name of a broker's primary refresh token.
    package static let primaryClassName = "ADBrokerPRTCacheItem"
    /// The value of `refreshToken` by which early versions marked an item as deleted.
    static let tombstone = "<tombstone>"
    /// The client id of a primary refresh token.
    static let primaryClientID = "00000000-0000-0000-0000-000000000000"

    /// Makes an item with the members that are always present; the others are set afterwards.
    ///
    /// - Parameters:
    ///   - authority: as specified by the app.
    ///   - clientID: the client's id, or its family's.
    ///   - resource: the resource of the access token; nil for a token of several resources.
    ///   - userID: the user's name in the item's key; nil uses that of the id token.
    ///   - userInformation: the id token.
    package init(
        authority: String, clientID: String, resource: String? = nil, userID: String? = nil,
        userInformation: ADALCacheUserInformation? = nil
    ) {
        self.authority = authority
        self.clientID = clientID
        self.resource = resource
        self.userInformation = userInformation
        self.userID = ADALCacheKey.canonical(userID ?? userInformation?.userID ?? "")
        accessTokenType = "Bearer"
        additionalServer = ArchivedDictionary(isMutable: true)
        additionalClient = ArchivedDictionary(isMutable: true)
        classes = [Self.className, "NSObject"]
        unknown = Secret([:])
    }

    /// The item's identity.
    package var key: ADALCacheKey {
        ADALCacheKey(authority: authority, resource: resource, clientID: clientID, userID: userID)
    }

    /// The kind of an item.
    package enum Kind: Sendable, Hashable {
        /// An access token alone.
        case accessToken
        /// An access token with a refresh token for its resource only (ADFS).
        case singleResource
        /// A refresh token for every resource (MRRT).
        case multiResource
        /// A refresh token that every client of a family may use (FRT).
        case family(String)
        /// A broker's primary refresh token.
        case primary
        /// A deleted item, or one without any token.
        case nothing
    }

    /// The item's kind.
    package var kind: Kind {
        let refreshToken = refreshToken?.reveal() ?? ""
        guard refreshToken != Self.tombstone else { return .nothing }
        if refreshToken.isEmpty { return accessToken == nil ? .nothing : .accessToken }
        let client = ADALCacheKey.canonical(clientID)
        if client == Self.primaryClientID { return .primary }
        guard ADALCacheKey.canonical(resource ?? "").isEmpty else { return .singleResource }
        guard client.hasPrefix("foci-") else { return .multiResource }
        return .family(String(client.dropFirst(5)))
    }

    /// Whether its home account is another user's than that of its id token: other apps write the cache too.
    package var namesAnotherUser: Bool {
        guard let homeAccountID, let claims = userInformation?.claims else { return false }
        return HomeAccountRule.relation(of: homeAccountID, to: claims) == .other
    }

    /// Whether it has a refresh token of any kind.
    package var hasRefreshToken: Bool {
        switch kind {
        case .singleResource, .multiResource, .family, .primary: true
        case .accessToken, .nothing: false
        }
    }
}
