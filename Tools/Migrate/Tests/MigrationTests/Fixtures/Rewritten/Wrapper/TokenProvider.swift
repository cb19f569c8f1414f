import MSAL

/// A provider of tokens without a user interface of its own: it imports ADAL alone.
public final class TokenProvider {
    public enum Outcome {
        case token(String, user: String?)
        case failure(NSError)
        case cancelled
    }

    static let resources = ["https://graph.microsoft.com", "https://files.contoso.com"]
    static let context = try? MSALPublicClientApplication(
        authorityURL: "https://login.microsoftonline.com/common",
        client: "aaaaaaaa-0000-4000-8000-000000000004",
        redirectURL: URL(string: "x-msauth-wrapper://com.contoso.wrapper")!)

    let clientID = "aaaaaaaa-0000-4000-8000-000000000004"
    let redirectURI = URL(string: "x-msauth-wrapper://com.contoso.wrapper")!
    var tenant = "contoso.com"
    var current: MSALPublicClientApplication?
    var user: MSALAccount?
    var item: MSALAccount?
    var failure: NSError?

    func prepare() -> Bool {
        var error: NSError?
        // keyfob migrate: the error is not stored: use do and catch where the app reads it.
        guard let context = try? MSALPublicClientApplication(
            authorityURL: "https://login.microsoftonline.com/\(tenant)",
            client: clientID,
            redirectURL: redirectURI) else {
            failure = error
            return false
        }
        let second: MSALPublicClientApplication?
        do {
            second = try MSALPublicClientApplication(
                authorityURL: "https://login.microsoftonline.com/organizations",
                client: clientID,
                redirectURL: redirectURI)
        } catch let failure {
            second = nil
            error = failure as NSError
        }
        current = second ?? context
        print(context.configuration.authority.url.absoluteString)
        return error == nil
    }

    func token(for resource: String, done: @escaping (Outcome) -> Void) {
        current?.acquireTokenSilent(scopes: [resource + "/.default"]) { result, error in
            let isDone = error == nil && result?.accessToken != nil
            if isDone, let token = result?.accessToken {
                return done(.token(token, user: result?.account.username))
            }
            if (error! as NSError).code == MSALError.interactionRequired.rawValue {
                self.current?.acquireToken(
                    scopes: [resource + "/.default"],
                    userId: self.user?.username ?? "",
                    completion: { result, error in
                        self.user = result?.account
                        self.item = result?.account
                        let text = error == nil ? result?.accessToken : nil
                        DispatchQueue.main.async { done(text.map { .token($0, user: self.user?.username) } ?? .cancelled) }
                    })
            } else {
                done(.failure((error! as NSError)))
            }
        }
    }

    func tokens(_ handler: @escaping MSALCompletionBlock) {
        let print: MSALCompletionBlock = { result, error in
            guard let item = result else { return }
            Swift.print(item.accessToken ?? "", item.expiresOn ?? Date(), item.account.username ?? "")
        }
        for resource in TokenProvider.resources {
            current?.acquireTokenSilent(scopes: [resource + "/.default"], completion: print)
            current?.acquireTokenSilent(scopes: [resource + "/.default"], completion: finish)
            current?.acquireTokenSilent(scopes: [resource + "/.default"], completion: handler)
        }
    }

    func finish(_ result: MSALResult?, _ error: Error?) {
        guard error == nil else {
            failure = (error as NSError?)
            return Swift.print((error as NSError?)?.localizedDescription ?? "", ((error as NSError?)?.userInfo[MSALErrorDescriptionKey] as? String) ?? "")
        }
        if let id = result?.account.identifier { Swift.print(id, result?.correlationId ?? UUID()) }
        Swift.print(result!.account.username ?? "", result?.authority.url.absoluteString ?? "")
        user = result?.account
        describe(user)
    }

    func describe(_ user: MSALAccount?) {
        guard let user = user else { return }
        Swift.print(user.username ?? "", (user.accountClaims?["email"] as? String) ?? "", (user.accountClaims?["sub"] as? String) ?? "", user.accountClaims?["roles"] ?? "")
        if (failure?.userInfo[MSALOAuthErrorKey] as? String) == "invalid_grant" { Swift.print((failure!.userInfo[MSALErrorDescriptionKey] as? String)!) }
    }

    static func users() -> [String] {
        let items = (try? Self.context?.allAccounts()) ?? []
        return items.compactMap { $0.username }
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
