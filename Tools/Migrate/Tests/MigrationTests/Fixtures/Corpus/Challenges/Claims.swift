import ADAL
import UIKit

/// Calls that MSAL does otherwise: each keeps its text, and the comment above it says what to do.
final class Claims {
    let context = ADAuthenticationContext(authority: "https://adfs.contoso.com/adfs", validateAuthority: false, error: nil)
    let behavior = AD_PROMPT_AUTO

    func token(_ claims: String, done: @escaping (String?) -> Void) {
        context?.acquireTokenSilent(
            withResource: "https://graph.microsoft.com", clientId: "id", redirectUri: URL(string: "msauth://auth")!,
            userId: nil, claims: claims
        ) { result in
            done(result.accessToken)
        }
    }

    func assertion(_ saml: String) {
        context?.acquireToken(
            forAssertion: saml, assertionType: AD_SAML2, resource: "https://graph.microsoft.com", clientId: "id",
            userId: "ada@contoso.com"
        ) { result in
            print(result.accessToken ?? "")
        }
    }

    func refreshToken() -> String? {
        for item in ADKeychainTokenCache.defaultKeychain().allItems(nil) ?? [] {
            return item.refreshToken
        }
        return nil
    }

    func challenge(_ response: HTTPURLResponse) {
        print(ADAuthenticationParameters(from: response, error: nil)?.authority ?? "")
        print("a text with \(ADErrorCode.ERROR_CACHE_BAD_FORMAT) in it")
    }
}

/// What a result has in ADAL alone.
func results(_ context: ADAuthenticationContext) {
    context.acquireTokenSilent(
        withResource: "https://graph.microsoft.com", clientId: "id", redirectUri: URL(string: "msauth://auth")!
    ) { result in
        let status = result.status
        print(status, result.tokenCacheItem?.refreshToken ?? "", result.tokenCacheItem?.userInformation?.userIdDisplayable ?? false)
    }
}
