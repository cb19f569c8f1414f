import MSAL
import UIKit

/// A view controller that does everything itself, as in a first app.
class ViewController: UIViewController {
    let clientID = "aaaaaaaa-0000-4000-8000-000000000001"
    let graph = "https://graph.microsoft.com"
    let authority = "https://login.microsoftonline.com/common"
    let redirectURI = URL(string: "x-msauth-quickstart://com.contoso.quickstart")
    var applicationContext: MSALPublicClientApplication?
    var label: UILabel!

    func load() {
        var error: NSError?
        do {
            self.applicationContext = try MSALPublicClientApplication(
                authorityURL: authority,
                client: clientID,
                redirectURL: redirectURI)
        } catch let failure {
            error = failure as NSError
        }
        if let error = error { show("no context: \(error.localizedDescription)") }
    }

    func acquireToken(completion: @escaping (_ success: Bool) -> Void) {
        guard let applicationContext = self.applicationContext else { return }
        guard let redirectURI = redirectURI else { return }
        applicationContext.acquireToken(scopes: [graph + "/.default"]) { (result, error) in
            if (error != nil) {
                if let error = error as NSError? {
                    if error.domain == MSALErrorDomain,
                        error.userInfo[MSALInternalErrorCodeKey] as? Int == MSALInternalError.internalErrorUnexpected.rawValue {
                        self.show("unexpected: \(error.description), \((error.userInfo[MSALErrorDescriptionKey] as? String) ?? "no details")")
                    } else {
                        self.show(error.description)
                    }
                }
                completion(false)
            } else {
                self.show("token \(String(describing: result?.accessToken))")
                completion(true)
            }
        }
    }

    func acquireTokenSilently(completion: @escaping (_ success: Bool) -> Void) {
        guard let applicationContext = self.applicationContext, let redirectURI = redirectURI else { return }
        applicationContext.acquireTokenSilent(scopes: [graph + "/.default"]) { (result, error) in
            guard error == nil, let token = result?.accessToken else {
                if (error as NSError?)?.domain == MSALErrorDomain
                    && (error as NSError?)?.code == MSALError.interactionRequired.rawValue {
                    DispatchQueue.main.async { self.acquireToken(completion: completion) }
                } else {
                    self.show("failed: \((error! as NSError).description)")
                    completion(false)
                }
                return
            }
            self.show("token \(token) until \(result?.expiresOn ?? Date())")
            completion(true)
        }
    }

    func currentUser() -> String? {
        guard let items = try? self.applicationContext?.allAccounts() else { return nil }
        for (_, item) in items.enumerated() {
            if let name = item.username { return name }
        }
        return items.first?.username
    }

    func signOut() {
        guard let user = currentUser() else { return }
        self.applicationContext?.removeAccount(ofUser: user)
        show("signed out \(user)")
    }

    func show(_ text: String) {
        DispatchQueue.main.async { self.label.text = text }
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

    /// Removes the account with ADAL's user id from this app.
    fileprivate func removeAccount(ofUser userId: String?) {
        if let account = account(ofUser: userId) { try? remove(account) }
    }
}
