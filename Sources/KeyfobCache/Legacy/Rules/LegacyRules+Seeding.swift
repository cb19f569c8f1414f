import Foundation
public import KeyfobCore

extension LegacyRules {
    /// What ADAL would have kept of a token response, so that the suite's apps which still use it find the person
    /// signed in: the refresh token, filed for every resource, and once more for the family if it has one.
    ///
    /// Access tokens are not written: ADAL keeps one for each resource, and gets it by the refresh token. They are
    /// meant for ``LegacyTokenCache/put(_:sparing:)`` with `sparing`: a refresh token that is there already stays, as
    /// with MSAL's own seeder, since it serves its apps, and replacing it at each refresh of ours would make every
    /// response a write to a second place that can fail.
    ///
    /// - Parameters:
    ///   - input: the response, and for whom it is.
    ///   - requested: the authority as the app named it; ADAL's apps ask by that name.
    /// - Returns: nothing if the response has no refresh token or no id token, or the authority is one that the version
    ///   1 endpoint does not know (`consumers`).
    public static func seeds(for input: SaveInput, requested: Authority) -> [LegacyTokenItem] {
        guard let refreshToken = input.refreshToken, let idToken = input.idToken,
            let authority = authorities(for: [requested]).first
        else { return [] }
        let information = LegacyUserInformation(rawIDToken: idToken, homeAccountID: input.homeAccountID)
        let family = input.familyID.flatMap { $0.isEmpty ? nil : $0 }
        return clientIDs(input.clientID, family: family).map { clientID in
            var item = LegacyTokenItem(authority: authority, clientID: clientID, userInformation: information)
            item.refreshToken = refreshToken
            item.familyID = family
            item.homeAccountID = input.homeAccountID
            item.cachedAt = Date(unixSeconds: input.cachedAt)
            return item
        }
    }
}
