import MSAL
import UIKit

/// Signs users in for a suite of apps, behind a completion block.
final class AuthService: NSObject {
    static let shared = AuthService()

    private static var root: UIViewController?
    private var context: MSALPublicClientApplication!
    private(set) var userID: String?
    private(set) var tenantID: String?
    private(set) var lastResult: MSALResult?

    func start() {
        context = try? MSALPublicClientApplication(
            authorityURL: Settings.authority,
            validatesAuthority: false,
            client: Settings.clientID,
            redirectURL: Settings.redirectURI,
            sharedGroup: "com.contoso.suite.cache")
        // keyfob migrate: the page is shown over the controller on top, unless a call names one (from):
        // context.parentController = Self.root
        // keyfob migrate: MSAL takes it with MSALPublicClientApplicationConfig, before the application is made:
        // context.extendedLifetimeEnabled = true
        MSALGlobalConfig.loggerConfig.logLevel = .info
        MSALGlobalConfig.loggerConfig.logMaskingLevel = .settingsMaskSecretsOnly
        MSALGlobalConfig.loggerConfig.setLogCallback { level, message, containsPII in
            let message = message ?? ""
            if !containsPII { print("ADAL: " + message) }
        }
        NotificationCenter.default.addObserver(
            forName: NSNotification.Name.MSALWebAuthDidComplete, object: nil, queue: nil
        ) { _ in print("page closed") }
    }

    func silentToken(_ done: @escaping (String?, Error?) -> Void) {
        context.acquireTokenSilent(
            scopes: [Settings.resource + "/.default"],
            userId: userID,
            forceRefresh: true) { [weak self] (result: MSALResult?, error: Error?) in
            guard let self = self else { return }
            switch (error as NSError?)?.code {
            case nil:
                self.remember(result, error)
                done(result?.accessToken, nil)
            case MSALError.userCanceled.rawValue?:
                done(nil, nil)
            case _ where error != nil && (error as NSError?)?.code != MSALError.userCanceled.rawValue:
                self.interactiveToken(done)
            default:
                done(nil, error as NSError?)
            }
        }
    }

    func interactiveToken(_ done: @escaping (String?, Error?) -> Void) {
        let user = Optional(userID ?? "")
        print(user ?? "nobody")
        context.acquireTokenInteractive(
            scopes: [Settings.resource + "/.default"],
            userId: userID ?? "",
            promptType: .login,
            query: "domain_hint=contoso.com&slice=test",
            completion: { (result: MSALResult?, error: Error?) in
                if (error as NSError?)?.code == MSALError.userCanceled.rawValue { return done(nil, nil) }
                do {
                    self.remember(result, error)
                }
                done(result?.accessToken ?? "", error as NSError?)
            })
    }

    private func remember(_ result: MSALResult?, _ error: Error?) {
        if !(error != nil && (error as NSError?)?.code != MSALError.userCanceled.rawValue), let user = result?.account {
            userID = user.username
            tenantID = user.homeAccountId?.tenantId
            print(user.homeAccountId?.objectId ?? "no object id", (user.accountClaims?["given_name"] as? String) ?? "", user.accountClaims?.count ?? 0)
        }
        userID = result?.account.username
        tenantID = result?.tenantProfile.tenantId
        let object: String? = result?.tenantProfile.identifier
        let family = (result?.tenantProfile.claims?["family_name"] as? String) ?? "unknown"
        print(object ?? "", family, ((error as NSError?)?.userInfo[MSALOAuthErrorKey] as? String) ?? "", true)
    }

    func signOut() {
        for item in (try? self.context?.allAccounts()) ?? [] where item.username == userID {
            try? self.context?.remove(item)
        }
        self.context?.removeAccounts()
        self.context?.wipeAccount(ofUser: userID ?? "")
    }

    func cancel() { MSALPublicClientApplication.cancelCurrentWebAuthSession() }
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

    /// Removes every account from this app.
    fileprivate func removeAccounts() {
        for account in (try? allAccounts()) ?? [] { try? remove(account) }
    }

    /// Removes the account with ADAL's user id from every app of the suite.
    fileprivate func wipeAccount(ofUser userId: String?) {
        guard let account = account(ofUser: userId), let controller = Self.topController() else { return }
        let parameters = MSALSignoutParameters(
            webviewParameters: MSALWebviewParameters(authPresentationViewController: controller))
        parameters.wipeAccount = true
        signout(with: account, signoutParameters: parameters) { _, _ in }
    }
}
