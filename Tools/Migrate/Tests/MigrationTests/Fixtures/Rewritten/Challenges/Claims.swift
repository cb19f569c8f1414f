import MSAL
import UIKit

/// Calls that MSAL does otherwise: each keeps its text, and the comment above it says what to do.
final class Claims {
    // keyfob migrate: MSAL has no AD FS authorities, so this is nil; Keyfob's own Authority.adfs works.
    let context = try? MSALPublicClientApplication(
        authorityURL: "https://adfs.contoso.com/adfs",
        validatesAuthority: false,
        client: "id",
        redirectURL: URL(string: "msauth://auth"))
    // keyfob migrate: does not compile yet: AD_PROMPT_AUTO is acquireTokenSilent(with:) and then acquireToken(with:); AD_PROMPT_ALWAYS and AD_FORCE_PROMPT are acquireToken(with:) with promptType login; AD_PROMPT_REFRESH_SESSION has no counterpart, since sessions are the server's.
    let behavior = AD_PROMPT_AUTO

    func token(_ claims: String, done: @escaping (String?) -> Void) {
        context?.acquireTokenSilent(
            scopes: ["https://graph.microsoft.com/.default"],
            claims: claims) { result, error in
            done(result?.accessToken)
        }
    }

    func assertion(_ saml: String) {
        // keyfob migrate: does not compile yet: Nothing in MSAL; Keyfob's module ADAL supports the grant, and so does a service of your own.
        context?.acquireToken(
            forAssertion: saml, assertionType: AD_SAML2, resource: "https://graph.microsoft.com", clientId: "id",
            userId: "ada@contoso.com"
        ) { result in
            print(result.accessToken ?? "")
        }
    }

    func refreshToken() -> String? {
        for item in (try? self.context?.allAccounts()) ?? [] {
            // keyfob migrate: does not compile yet: MSAL's accounts have no refreshToken: call acquireTokenSilent for a token.
            return item.refreshToken
        }
        return nil
    }

    func challenge(_ response: HTTPURLResponse) {
        // keyfob migrate: does not compile yet: Name the authority and the scopes in the app; a claims challenge goes into MSALClaimsRequest.
        print(ADAuthenticationParameters(from: response, error: nil)?.authority ?? "")
        // keyfob migrate: does not compile yet: Handle MSALError.interactionRequired and MSALError.serverDeclinedScopes; everything else goes to one handler. The detail is a number under MSALInternalErrorCodeKey.
        print("a text with \(ADErrorCode.ERROR_CACHE_BAD_FORMAT) in it")
    }
}

/// What a result has in ADAL alone.
func results(_ context: MSALPublicClientApplication) {
    context.acquireTokenSilent(scopes: ["https://graph.microsoft.com/.default"]) { result, error in
        // keyfob migrate: does not compile yet: MSAL's results have no status; the error says what the status said.
        let status = result.status
        // keyfob migrate: does not compile yet: MSAL's results have no refreshToken.
        // keyfob migrate: does not compile yet: MSAL's results have no userIdDisplayable.
        // keyfob migrate: does not compile yet: MSALResult itself: accessToken, expiresOn, scopes, account; it has no refresh token.
        // keyfob migrate: does not compile yet: MSALResult.account: username, identifier and accountClaims.
        print(status, result.tokenCacheItem?.refreshToken ?? "", result.tokenCacheItem?.userInformation?.userIdDisplayable ?? false)
    }
}

// The older library's calls, over MSAL's.
extension MSALPublicClientApplication {
    /// An application for an authority, as ADAL's context was; ADAL's calls named the client and the redirect URI.
    fileprivate convenience init(
        authorityURL: String, validatesAuthority: Bool = true, client: String, redirectURL: URL?,
        sharedGroup: String? = nil
    ) throws {
        guard let url = URL(string: authorityURL) else {
            throw NSError(domain: MSALErrorDomain, code: MSALError.internal.rawValue)
        }
        let authority = try MSALAADAuthority(url: url)
        let configuration = MSALPublicClientApplicationConfig(
            clientId: client, redirectUri: redirectURL?.absoluteString, authority: authority)
        if !validatesAuthority { configuration.knownAuthorities = [authority] }
        if let group = sharedGroup { configuration.cacheConfig.keychainSharingGroup = group }
        try self.init(configuration: configuration)
    }

    /// The account with ADAL's user id; without one, the only account.
    fileprivate func account(ofUser userId: String?) -> MSALAccount? {
        if let userId = userId { return try? account(forUsername: userId) }
        let accounts = (try? allAccounts()) ?? []
        return accounts.count == 1 ? accounts.first : nil
    }

    /// A token without a page.
    fileprivate func acquireTokenSilent(
        scopes: [String], userId: String? = nil, forceRefresh: Bool = false, claims: String? = nil,
        completion: @escaping MSALCompletionBlock
    ) {
        guard let account = account(ofUser: userId) else {
            return completion(
                nil, NSError(domain: MSALErrorDomain, code: MSALError.interactionRequired.rawValue))
        }
        let parameters = MSALSilentTokenParameters(scopes: scopes, account: account)
        parameters.forceRefresh = forceRefresh
        if let claims = claims?.removingPercentEncoding {
            parameters.claimsRequest = MSALClaimsRequest(jsonString: claims, error: nil)
        }
        acquireTokenSilent(with: parameters, completionBlock: completion)
    }
}
