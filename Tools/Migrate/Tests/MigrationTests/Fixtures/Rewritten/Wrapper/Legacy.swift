import MSAL
import UIKit

/// With types and pointers that say that nothing is nil, as before ADAL's headers said what may be.
final class Legacy: UIViewController {
    let authority = "https://login.microsoftonline.com/common"
    var kept: String?

    func promptLogin() {
        let clientID = "aaaaaaaa-0000-4000-8000-000000000006"
        let redirectURI: NSURL = NSURL(string: "x-msauth-legacy://com.contoso.legacy")!
        var failure: NSError? = nil
        let context: MSALPublicClientApplication!
        do {
            context = try MSALPublicClientApplication(
                authorityURL: authority,
                client: "aaaaaaaa-0000-4000-8000-000000000006",
                redirectURL: URL(string: "x-msauth-legacy://com.contoso.legacy"))
        } catch let problem {
            context = nil
            failure = problem as NSError
        }
        let other: MSALPublicClientApplication = (try? MSALPublicClientApplication(
            authorityURL: authority,
            client: "aaaaaaaa-0000-4000-8000-000000000006",
            redirectURL: URL(string: "x-msauth-legacy://com.contoso.legacy")))!
        context.acquireToken(scopes: ["https://files.contoso.com/.default"], completion: { (result, error) in
            if error != nil { print("failed") }
            if result?.accessToken != nil { self.kept = result?.accessToken }
        })
        print(other)
    }

    func finish(_ done: @escaping (String?, Error?) -> Void) {
        let context = try? MSALPublicClientApplication(
            authorityURL: authority + "/",
            client: "aaaaaaaa-0000-4000-8000-000000000006",
            redirectURL: URL(string: "x-msauth-legacy://com.contoso.legacy"))
        context!.acquireToken(scopes: ["https://files.contoso.com/.default"]) { result, error in
            if (error != nil) {
                done(nil, error as NSError?)
            } else {
                done(result?.accessToken, nil)
            }
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
        query: String? = nil, claims: String? = nil, from controller: UIViewController? = nil,
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
        from controller: UIViewController? = nil, completion: @escaping MSALCompletionBlock
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
    fileprivate static func topController() -> UIViewController? {
        let windows = UIApplication.shared.connectedScenes.compactMap { $0 as? UIWindowScene }.flatMap { $0.windows }
        var controller = windows.first { $0.isKeyWindow }?.rootViewController
        while let next = controller?.presentedViewController { controller = next }
        return controller
    }
}
