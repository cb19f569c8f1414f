import Foundation
package import KeyfobCore

/// The items of ADAL that serve a request, in ADAL's order: a valid access token; else the refresh token that was
/// issued with it, the one for all resources and the family's.
package struct ADALCacheLookup: Sendable {
    /// The authority, as the app specified it.
    package let authority: Authority
    /// The client.
    package let clientID: String
    /// The resource.
    package let resource: String
    /// The family whose tokens the client may try; see ``ADALCacheRules/family(_:)``.
    package let family: String?
    /// The requested user; nil for any user.
    package let user: ADALCacheUserIdentifier?
    /// The requested account, if it is known.
    package let account: Account?
    /// The accounts that were removed in the requesting app, whose items are not used.
    package let hidden: [AccountSummary]

    /// Makes a look-up.
    package init(
        authority: Authority, clientID: String, resource: String, family: String?, user: ADALCacheUserIdentifier?,
        account: Account?, hidden: [AccountSummary]
    ) {
        self.authority = authority
        self.clientID = clientID
        self.resource = resource
        self.family = family
        self.user = user
        self.account = account
        self.hidden = hidden
    }

    /// The item with the access token, expired or not: the longest-lived, if aliases of the authority have several.
    package func accessToken(in items: [ADALCacheItem]) -> ADALCacheItem? {
        let own = names.filter { $0.hasSuffix("/\(authority.tenant)") }
        let found = items.filter {
            $0.accessToken != nil && isMeant($0, resource, clientID) && own.contains($0.key.authority)
        }
        return found.max { ($0.expiresOn ?? .distantFuture) < ($1.expiresOn ?? .distantFuture) }
    }

    /// The items whose refresh tokens may serve the request, in the order of trying them.
    ///
    /// The family's token precedes the client's own if the server has stated that the latter belongs to a family.
    package func refreshTokens(in items: [ADALCacheItem]) -> [ADALCacheItem] {
        func found(_ resource: String, _ clientID: String) -> [ADALCacheItem] {
            let candidates = items.filter { $0.hasRefreshToken && isMeant($0, resource, clientID) }
            return names.flatMap { name in candidates.filter { $0.key.authority == name } }
        }
        let single = found(resource, clientID)
        let own = found("", clientID)
        let shared = family.map { found("", ADALCacheKey.familyClientID($0)) } ?? []
        let isOfFamily = own.first?.familyID.map { !$0.isEmpty } ?? false
        var seen: Set<Secret<String>> = []
        return (single + (isOfFamily ? shared + own : own + shared)).filter { item in
            item.refreshToken.map { seen.insert($0).inserted } ?? false
        }
    }

    /// The authority URLs in the keys of items, the most likely first.
    private var names: [String] {
        ADALCacheRules.authorities(for: [authority]).map {
            ADALCacheKey(authority: $0, resource: nil, clientID: "", userID: "").authority
        }
    }

    private func isMeant(_ item: ADALCacheItem, _ resource: String, _ clientID: String) -> Bool {
        let key = item.key
        let wanted = ADALCacheKey(authority: "", resource: resource, clientID: clientID, userID: "")
        guard key.resource == wanted.resource, key.clientID == wanted.clientID, item.kind != .primary else {
            return false
        }
        guard let owner = ADALCacheUser(item) else {
            // AD FS issues no id token, so its items have no user, and serve every requested user.
            return authority.kind == .adfs
        }
        guard !hidden.contains(where: { owner.is($0) }), !item.namesAnotherUser else { return false }
        if let user, user.matches(item) { return true }
        if let account { return owner.is(account) }
        return user == nil
    }
}
