import MSAL
import UIKit

/// As apps on MSAL 0.1 were: users, authorities as texts, behaviours at the page.
class LoginController: UIViewController {
    let clientID = "aaaaaaaa-0000-4000-8000-000000000003"
    let authority = "https://login.microsoftonline.com/common"
    let scopes = ["https://graph.microsoft.com/user.read"]
    var application: MSALPublicClientApplication?
    var name: String = ""
    var tenant: String?

    func load() {
        MSALGlobalConfig.loggerConfig.logLevel = .verbose
        MSALGlobalConfig.loggerConfig.setLogCallback { level, message, containsPII in
            if !containsPII { print(message ?? "") }
        }
        do {
            application = try MSALPublicClientApplication(
                configuration: MSALPublicClientApplicationConfig(
                    clientId: clientID, redirectUri: nil, authority: MSALAuthority(url: URL(string: authority)!)))
        } catch let error as NSError {
            print(error.domain)
        } catch {}
    }

    func choose() {
        application?.acquireToken(
            scopes: scopes,
            loginHint: name,
            promptType: .selectAccount,
            authority: try? MSALAuthority(url: URL(string: authority)!)) { (result, error) in
            guard let result = result else { return self.report(error) }
            self.show(result)
        }
    }

    func login(_ user: MSALAccount?) {
        let behavior: MSALPromptType = .consent
        application?.acquireToken(
            scopes: scopes,
            account: user,
            promptType: .login,
            extraQueryParameters: ["slice": "test"]) { (result, error) in
            self.name = result?.account.username ?? "nobody"
            self.tenant = result?.tenantProfile.tenantId
            print(behavior)
        }
    }

    func silent() throws {
        guard let user = try application?.allAccounts().first else { return choose() }
        application?.acquireTokenSilent(
            scopes: scopes,
            account: user,
            authority: try? MSALAuthority(url: URL(string: authority)!)) { (result, error) in
            if let error = error as NSError?, error.domain == MSALErrorDomain,
                error.code == MSALError.interactionRequired.rawValue
            {
                DispatchQueue.main.async { self.choose() }
            }
            print(result?.accessToken ?? "", result?.tenantProfile.identifier ?? "")
        }
    }

    func signOut() throws {
        for user in try application?.allAccounts() ?? [] {
            print(user.username ?? "", user.identifier ?? "")
            try application?.remove(user)
        }
        if let user = try application?.account(forIdentifier: "uid.utid") { try application?.remove(user) }
    }

    func show(_ result: MSALResult) {
        name = result.account.username ?? ""
        tenant = result.tenantProfile.tenantId
        print(result.accessToken, result.tenantProfile.identifier!.count, (result.account.accountClaims?["name"] as? String) ?? "")
    }

    func report(_ error: Error?) { print(error?.localizedDescription ?? "no error") }
}

class OldDelegate: NSObject {
    func application(_ app: UIApplication, open url: URL, options: [UIApplication.OpenURLOptionsKey: Any]) -> Bool {
        return MSALPublicClientApplication.handleMSALResponse(url, sourceApplication: options[.sourceApplication] as? String)
    }
}

// The older library's calls, over MSAL's.
extension MSALPublicClientApplication {
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
