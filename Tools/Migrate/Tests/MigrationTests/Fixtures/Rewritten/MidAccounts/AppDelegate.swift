import MSAL
import UIKit

/// As apps on MSAL 0.2 to 1.0 were: accounts, authorities as objects, parameters as arguments.
class AppDelegate: UIResponder {
    let kClientID = "aaaaaaaa-0000-4000-8000-000000000005"
    let kAuthority = "https://login.microsoftonline.com/organizations"
    let kScopes: [String] = ["https://graph.microsoft.com/user.read"]
    var applicationContext: MSALPublicClientApplication?
    var accessToken = String()

    func start() throws {
        guard let authorityURL = URL(string: kAuthority) else { return }
        let authority = try MSALAuthority(url: authorityURL)
        self.applicationContext = try MSALPublicClientApplication(
            configuration: MSALPublicClientApplicationConfig(
                clientId: kClientID, redirectUri: nil, authority: authority))
    }

    func currentAccount() -> MSALAccount? {
        guard let accounts = try? applicationContext?.allAccounts() else { return nil }
        return accounts.first
    }

    func silent() {
        guard let account = currentAccount() else { return interactive() }
        applicationContext?.acquireTokenSilent(scopes: kScopes, account: account) { (result, error) in
            if let error = error {
                let failure = error as NSError
                if (failure.domain == MSALErrorDomain && failure.code == MSALError.interactionRequired.rawValue) {
                    DispatchQueue.main.async { self.interactive() }
                } else if failure.userInfo[MSALInternalErrorCodeKey] as? Int == MSALInternalError.internalErrorInvalidGrant.rawValue {
                    print("refused")
                }
                return
            }
            guard let result = result else { return }
            self.accessToken = result.accessToken
            print(account.identifier ?? "", result.account.identifier ?? "")
        }
    }

    func interactive() {
        applicationContext?.acquireToken(scopes: kScopes) { (result, error) in
            guard let result = result else { return print(error!) }
            self.accessToken = result.accessToken
        }
    }

    func grouped() {
        if let shared = try? MSALPublicClientApplication(
            client: kClientID, redirect: nil, issuer: MSALAuthority(url: URL(string: kAuthority)!),
            sharedGroup: "com.microsoft.adalcache")
        {
            shared.acquireToken(scopes: kScopes, account: currentAccount(), promptType: .default) { (result: MSALResult?, error: Error?) in
                guard let result = result, error == nil else { return }
                self.accessToken = result.accessToken
            }
        }
    }

    func find(_ account: MSALAccount) throws {
        let found = try applicationContext?.account(forIdentifier: account.identifier ?? "")
        print(found?.username ?? "")
    }
}

// The older library's calls, over MSAL's.
extension MSALPublicClientApplication {
    /// An application whose cache is in a keychain group.
    fileprivate convenience init(
        client: String, redirect: String?, issuer: MSALAuthority?, sharedGroup: String?
    ) throws {
        let configuration = MSALPublicClientApplicationConfig(
            clientId: client, redirectUri: redirect, authority: issuer)
        if let group = sharedGroup { configuration.cacheConfig.keychainSharingGroup = group }
        try self.init(configuration: configuration)
    }

    /// A token with a page; the arguments are those that MSAL took before it had objects for parameters.
    fileprivate func acquireToken(
        scopes: [String], account: MSALAccount? = nil, loginHint: String? = nil,
        promptType: MSALPromptType = .promptIfNecessary, extraScopesToConsent: [String]? = nil,
        extraQueryParameters: [String: String]? = nil, authority: MSALAuthority? = nil,
        correlationId: UUID? = nil, from controller: UIViewController? = nil,
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

    /// The controller over which ADAL showed its page: the one on top.
    fileprivate static func topController() -> UIViewController? {
        let windows = UIApplication.shared.connectedScenes.compactMap { $0 as? UIWindowScene }.flatMap { $0.windows }
        var controller = windows.first { $0.isKeyWindow }?.rootViewController
        while let next = controller?.presentedViewController { controller = next }
        return controller
    }
}
