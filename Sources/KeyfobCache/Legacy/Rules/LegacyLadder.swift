import Foundation
public import KeyfobCore

/// What among ADAL's items answers a request, in ADAL's own order: an access token that holds; else the refresh token
/// that came with it, the one for all resources and the family's.
public struct LegacyLadder: Sendable {
    /// Where, as the app names it.
    public let authority: Authority
    /// The client.
    public let clientID: String
    /// What for.
    public let resource: String
    /// The family whose tokens the client may try; see ``LegacyRules/family(_:)``.
    public let family: String?
    /// Whom the app asks for; nil for whoever is there.
    public let user: LegacyUserIdentifier?
    /// The account that is meant, if it is known which.
    public let account: Account?
    /// The accounts that were removed in the asking app: their items answer nothing.
    public let hidden: [AccountSummary]

    /// Makes a ladder.
    public init(
        authority: Authority, clientID: String, resource: String, family: String?, user: LegacyUserIdentifier?,
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

    /// The access token's item, whatever it is still good for: the longest-lived, if aliases of the authority have
    /// several.
    public func accessToken(in items: [LegacyTokenItem]) -> LegacyTokenItem? {
        let own = names.filter { $0.hasSuffix("/\(authority.tenant)") }
        let found = items.filter {
            $0.accessToken != nil && isMeant($0, resource, clientID) && own.contains($0.key.authority)
        }
        return found.max { ($0.expiresOn ?? .distantFuture) < ($1.expiresOn ?? .distantFuture) }
    }

    /// The items whose refresh tokens may answer, in the order in which they are to be tried.
    ///
    /// The family's comes before the client's own if the server has said that the latter is one of a family.
    public func refreshTokens(in items: [LegacyTokenItem]) -> [LegacyTokenItem] {
        func found(_ resource: String, _ clientID: String) -> [LegacyTokenItem] {
            let candidates = items.filter { $0.hasRefreshToken && isMeant($0, resource, clientID) }
            return names.flatMap { name in candidates.filter { $0.key.authority == name } }
        }
        let single = found(resource, clientID)
        let own = found("", clientID)
        let shared = family.map { found("", LegacyTokenKey.familyClientID($0)) } ?? []
        let isOfFamily = own.first?.familyID.map { !$0.isEmpty } ?? false
        var seen: Set<Secret<String>> = []
        return (single + (isOfFamily ? shared + own : own + shared)).filter { item in
            item.refreshToken.map { seen.insert($0).inserted } ?? false
        }
    }

    /// The authority URLs under which items may be filed, the likeliest first.
    private var names: [String] {
        LegacyRules.authorities(for: [authority]).map {
            LegacyTokenKey(authority: $0, resource: nil, clientID: "", userID: "").authority
        }
    }

    private func isMeant(_ item: LegacyTokenItem, _ resource: String, _ clientID: String) -> Bool {
        let key = item.key
        let wanted = LegacyTokenKey(authority: "", resource: resource, clientID: clientID, userID: "")
        guard key.resource == wanted.resource, key.clientID == wanted.clientID, item.kind != .primary else {
            return false
        }
        guard let owner = LegacyUser(item) else {
            // AD FS gives no id token, so its items name nobody, and serve whoever is asked for.
            return authority.kind == .adfs
        }
        guard !hidden.contains(where: { owner.is($0) }) else { return false }
        if let user, user.matches(item) { return true }
        if let account { return owner.is(account) }
        return user == nil
    }
}
