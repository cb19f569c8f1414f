import MSAL
import AppKit

/// A Mac app: no keychain cache, pages over a window.
final class MailWindow: NSViewController {
    let clientID = "aaaaaaaa-0000-4000-8000-000000000007"
    let redirectURI = URL(string: "x-msauth-mail://com.contoso.mail")!
    var context: MSALPublicClientApplication?

    func open() {
        context = try? MSALPublicClientApplication(
            authorityURL: "https://login.microsoftonline.com/common",
            client: clientID,
            redirectURL: redirectURI)
        context?.acquireTokenInteractive(
            scopes: ["https://outlook.office.com/.default"],
            promptType: .login) { result, error in
            if error == nil { print(result?.accessToken ?? "") }
        }
    }

    func refresh() {
        context?.acquireToken(scopes: ["https://outlook.office.com/.default"]) {
            print(($0?.tenantProfile.claims?["email"] as? String) ?? "", ($1 as NSError?)?.code ?? 0)
        }
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

    /// A token with a page, always.
    fileprivate func acquireTokenInteractive(
        scopes: [String], userId: String? = nil, promptType: MSALPromptType = .promptIfNecessary,
        query: String? = nil, claims: String? = nil, from controller: NSViewController? = nil,
        completion: @escaping MSALCompletionBlock
    ) {
        guard let controller = controller ?? Self.topController() else {
            return completion(nil, NSError(domain: MSALErrorDomain, code: MSALError.internal.rawValue))
        }
        let parameters = MSALInteractiveTokenParameters(
            scopes: scopes, webviewParameters: MSALWebviewParameters(authPresentationViewController: controller))
        parameters.promptType = promptType
        parameters.loginHint = userId
        parameters.extraQueryParameters = Self.parameters(of: query)
        if let claims = claims?.removingPercentEncoding {
            parameters.claimsRequest = MSALClaimsRequest(jsonString: claims, error: nil)
        }
        acquireToken(with: parameters, completionBlock: completion)
    }

    /// A token without a page where that is possible, and with one otherwise.
    fileprivate func acquireToken(
        scopes: [String], userId: String? = nil, query: String? = nil, claims: String? = nil,
        from controller: NSViewController? = nil, completion: @escaping MSALCompletionBlock
    ) {
        acquireTokenSilent(scopes: scopes, userId: userId, claims: claims) { result, error in
            guard let error = error as NSError?, error.domain == MSALErrorDomain,
                error.code == MSALError.interactionRequired.rawValue
            else { return completion(result, error) }
            DispatchQueue.main.async {
                self.acquireTokenInteractive(
                    scopes: scopes, userId: userId, query: query, claims: claims, from: controller,
                    completion: completion)
            }
        }
    }

    /// The parameters of a query: ADAL took them as text.
    fileprivate static func parameters(of query: String?) -> [String: String]? {
        guard let query = query, let items = URLComponents(string: "?" + query)?.queryItems else { return nil }
        return Dictionary(items.map { ($0.name, $0.value ?? "") }, uniquingKeysWith: { first, _ in first })
    }

    /// The controller over which ADAL showed its page: the one on top.
    fileprivate static func topController() -> NSViewController? {
        NSApplication.shared.keyWindow?.contentViewController
    }
}
