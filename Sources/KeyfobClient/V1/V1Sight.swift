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
        state(request, now: now) == .valid ? accessToken : nil
    }

    /// What the call's outcome depends on, before the server was asked.
    func inputs(_ request: V1Request, now: Date) -> SilentInputs {
        SilentInputs(
            accessToken: state(request, now: now), hasClaims: !(request.claims?.isEmpty ?? true),
            forcesRefresh: request.forceRefresh, allowsExtendedLifetime: request.extendedLifetimeEnabled)
    }

    private func state(_ request: V1Request, now: Date) -> SilentInputs.AccessToken {
        guard let item = accessToken else { return .absent }
        guard (item.cachedAt ?? now) <= now else { return .fromFuture }
        // ADAL takes a token without an expiry for one that holds.
        guard let expiry = item.expiresOn, expiry.timeIntervalSince(now) <= request.expirationBuffer else {
            return .valid
        }
        if expiry > now { return .expiring }
        guard let extended = item.extendedExpiry, extended > now else { return .expired }
        return .extended
    }
}

extension LegacyTokenItem {
    /// Until when the access token may serve an outage (`extended_expires_on`).
    var extendedExpiry: Date? {
        get { additionalServer["extended_expires_on"]?.dateValue }
        set { additionalServer["extended_expires_on"] = newValue.map { .date($0) } }
    }
}
