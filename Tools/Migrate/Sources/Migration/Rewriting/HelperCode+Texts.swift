extension HelperCode {
    static let creation = """
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
        """

    static let grouped = """
        /// An application whose cache is in a keychain group.
        fileprivate convenience init(
            client: String, redirect: String?, issuer: MSALAuthority?, sharedGroup: String?
        ) throws {
            let configuration = MSALPublicClientApplicationConfig(
                clientId: client, redirectUri: redirect, authority: issuer)
            if let group = sharedGroup { configuration.cacheConfig.keychainSharingGroup = group }
            try self.init(configuration: configuration)
        }
        """

    static let account = """
        /// The account with ADAL's user id; without one, the only account.
        fileprivate func account(ofUser userId: String?) -> MSALAccount? {
            if let userId = userId { return try? account(forUsername: userId) }
            let accounts = (try? allAccounts()) ?? []
            return accounts.count == 1 ? accounts.first : nil
        }
        """

    static let silent = """
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
        """

    static func interactive(_ controller: String) -> String {
        """
        /// A token with a page, always.
        fileprivate func acquireTokenInteractive(
            scopes: [String], userId: String? = nil, promptType: MSALPromptType = .promptIfNecessary,
            query: String? = nil, claims: String? = nil, from controller: \(controller)? = nil,
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
        """
    }

    static func automatic(_ controller: String) -> String {
        """
        /// A token without a page where that is possible, and with one otherwise.
        fileprivate func acquireToken(
            scopes: [String], userId: String? = nil, query: String? = nil, claims: String? = nil,
            from controller: \(controller)? = nil, completion: @escaping MSALCompletionBlock
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
        """
    }

    static func scopes(_ controller: String) -> String {
        """
        /// A token with a page; the arguments are those that MSAL took before it had objects for parameters.
        fileprivate func acquireToken(
            scopes: [String], account: MSALAccount? = nil, loginHint: String? = nil,
            promptType: MSALPromptType = .promptIfNecessary, extraScopesToConsent: [String]? = nil,
            extraQueryParameters: [String: String]? = nil, authority: MSALAuthority? = nil,
            correlationId: UUID? = nil, from controller: \(controller)? = nil,
            completion: @escaping MSALCompletionBlock
        ) {
            guard let controller = controller ?? Self.topController() else {
                return completion(nil, NSError(domain: MSALErrorDomain, code: MSALError.internal.rawValue))
            }
            let parameters = MSALInteractiveTokenParameters(
                scopes: scopes, webviewParameters: MSALWebviewParameters(authPresentationViewController: controller))
            parameters.account = account
            parameters.loginHint = loginHint
            parameters.promptType = promptType
            parameters.extraScopesToConsent = extraScopesToConsent
            parameters.extraQueryParameters = extraQueryParameters
            parameters.authority = authority
            parameters.correlationId = correlationId
            acquireToken(with: parameters, completionBlock: completion)
        }
        """
    }

    static let silentScopes = """
        /// A token without a page; the arguments are those that MSAL took before it had objects for parameters.
        fileprivate func acquireTokenSilent(
            scopes: [String], account: MSALAccount?, authority: MSALAuthority? = nil, forceRefresh: Bool = false,
            correlationId: UUID? = nil, completion: @escaping MSALCompletionBlock
        ) {
            guard let account = account else {
                return completion(
                    nil, NSError(domain: MSALErrorDomain, code: MSALError.interactionRequired.rawValue))
            }
            let parameters = MSALSilentTokenParameters(scopes: scopes, account: account)
            parameters.authority = authority
            parameters.forceRefresh = forceRefresh
            parameters.correlationId = correlationId
            acquireTokenSilent(with: parameters, completionBlock: completion)
        }
        """

    static let query = """
        /// The parameters of a query: ADAL took them as text.
        fileprivate static func parameters(of query: String?) -> [String: String]? {
            guard let query = query, let items = URLComponents(string: "?" + query)?.queryItems else { return nil }
            return Dictionary(items.map { ($0.name, $0.value ?? "") }, uniquingKeysWith: { first, _ in first })
        }
        """

    static let removal = """
        /// Removes the account with ADAL's user id from this app.
        fileprivate func removeAccount(ofUser userId: String?) {
            if let account = account(ofUser: userId) { try? remove(account) }
        }
        """

    static let removals = """
        /// Removes every account from this app.
        fileprivate func removeAccounts() {
            for account in (try? allAccounts()) ?? [] { try? remove(account) }
        }
        """

    static let wiping = """
        /// Removes the account with ADAL's user id from every app of the suite.
        fileprivate func wipeAccount(ofUser userId: String?) {
            guard let account = account(ofUser: userId), let controller = Self.topController() else { return }
            let parameters = MSALSignoutParameters(
                webviewParameters: MSALWebviewParameters(authPresentationViewController: controller))
            parameters.wipeAccount = true
            signout(with: account, signoutParameters: parameters) { _, _ in }
        }
        """
}
