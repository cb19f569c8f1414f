import Foundation
package import KeyfobCore

extension ADALCacheRules {
    /// The items that ADAL would have written for a token response, so that the user is signed in for the suite's apps
    /// that still use ADAL: the refresh token for all resources, and again for the family if it has one.
    ///
    /// Access tokens are not written: ADAL stores one for each resource, and gets it with the refresh token. Pass the
    /// items to ``ADALCache/put(_:sparing:)`` with `sparing`, so that an existing refresh token stays, as with
    /// MSAL's own seeder: it serves ADAL's apps, and replacing it at each refresh would make every response a write to
    /// a second store, which can fail.
    ///
    /// - Parameters:
    ///   - input: the response with its client and account.
    ///   - requested: the authority as the app specified it, which ADAL's apps use too.
    /// - Returns: no items if the response has no refresh token or no id token, or the version 1 endpoint does not
    ///   support the authority (`consumers`).
    package static func seeds(for input: SaveInput, requested: Authority) -> [ADALCacheItem] {
        guard let refreshToken = input.refreshToken, let idToken = input.idToken,
            let authority = authorities(for: [requested]).first
        else { return [] }
        let information = ADALCacheUserInformation(rawIDToken: idToken, homeAccountID: input.homeAccountID)
        let family = input.familyID.flatMap { $0.isEmpty ? nil : $0 }
        return clientIDs(input.clientID, family: family).map { clientID in
            var item = ADALCacheItem(authority: authority, clientID: clientID, userInformation: information)
            item.refreshToken = refreshToken
            item.familyID = family
            item.homeAccountID = input.homeAccountID
            item.cachedAt = Date(unixSeconds: input.cachedAt)
            return item
        }
    }
}
