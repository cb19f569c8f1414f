import Foundation
import KeyfobCache
import KeyfobCore

/// What the caches have for a request at one moment.
struct V1Sight: Sendable {
    /// ADAL's items of the client and its family.
    let items: [LegacyTokenItem]
    /// What answers of them.
    let ladder: LegacyLadder
    /// Who is meant, if one is known.
    let account: Account?
    /// The access token, whatever it is still good for.
    let accessToken: LegacyTokenItem?
    /// The refresh tokens to try, in their order.
    let refreshTokens: [SpendableToken]
    /// The family that the client is known to be of.
    let family: String?

    /// The access token, if it may be handed out.
    func valid(_ request: V1Request, now: Date) -> LegacyTokenItem? {
        guard let item = accessToken, (item.cachedAt ?? now) <= now else { return nil }
        // ADAL takes a token without an expiry for one that holds.
        guard let expiry = item.expiresOn else { return item }
        return expiry.timeIntervalSince(now) > request.expirationBuffer ? item : nil
    }

    /// The access token, if it may serve while the server is down: it is good by its expiry, or else by the longer one
    /// that the server allows for an outage.
    func spare(_ request: V1Request, now: Date) -> (item: LegacyTokenItem, isExtended: Bool)? {
        guard let item = accessToken, (item.cachedAt ?? now) <= now, let expiry = item.expiresOn else { return nil }
        if expiry > now { return (item, false) }
        guard request.extendedLifetimeEnabled, let extended = item.extendedExpiry, extended > now else { return nil }
        return (item, true)
    }
}

extension LegacyTokenItem {
    /// Until when the access token may serve an outage (`extended_expires_on`).
    var extendedExpiry: Date? {
        get { additionalServer["extended_expires_on"]?.dateValue }
        set { additionalServer["extended_expires_on"] = newValue.map { .date($0) } }
    }
}
