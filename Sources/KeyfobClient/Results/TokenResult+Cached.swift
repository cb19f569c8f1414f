import Foundation
import KeyfobCache
import KeyfobCore

extension TokenResult {
    /// Makes a result from the store.
    init(_ cached: CachedAccessToken, authority: Authority, correlationID: String?, isExtendedLifetime: Bool = false) {
        let realm = cached.entity.realm
        self.init(
            accessToken: cached.secret, idToken: cached.idToken,
            expiresOn: Date(unixSeconds: cached.entity.expiresOn), scopes: cached.entity.scopes,
            account: cached.account, tenantProfile: cached.account.tenantProfiles.first { $0.tenantID == realm },
            authority: authority, correlationID: correlationID, tokenType: cached.entity.tokenType, source: .cache,
            isExtendedLifetime: isExtendedLifetime)
    }
}
