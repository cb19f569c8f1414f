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
        MSALLogger.shared().level = .verbose
        MSALLogger.shared().setCallback { level, message, containsPII in
            if !containsPII { print(message ?? "") }
        }
        do {
            application = try MSALPublicClientApplication(clientId: clientID, authority: authority)
        } catch let error as NSError {
            print(error.domain)
        } catch {}
    }

    func choose() {
        application?.acquireToken(
            forScopes: scopes, extraScopesToConsent: nil, loginHint: name, uiBehavior: .selectAccount,
            extraQueryParameters: nil, authority: authority, correlationId: nil
        ) { (result, error) in
            guard let result = result else { return self.report(error) }
            self.show(result)
        }
    }

    func login(_ user: MSALUser?) {
        let behavior: MSALUIBehavior = .forceConsent
        application?.acquireToken(
            forScopes: scopes, user: user, uiBehavior: .forceLogin, extraQueryParameters: ["slice": "test"]
        ) { (result, error) in
            self.name = result?.user.displayableId ?? "nobody"
            self.tenant = result?.tenantId
            print(behavior)
        }
    }

    func silent() throws {
        guard let user = try application?.users().first else { return choose() }
        application?.acquireTokenSilent(forScopes: scopes, user: user, authority: authority) { (result, error) in
            if let error = error as NSError?, error.domain == MSALErrorDomain,
                error.code == MSALErrorCode.interactionRequired.rawValue
            {
                DispatchQueue.main.async { self.choose() }
            }
            print(result?.accessToken ?? "", result?.uniqueId ?? "")
        }
    }

    func signOut() throws {
        for user in try application?.users() ?? [] {
            print(user.displayableId, user.userIdentifier())
            try application?.remove(user)
        }
        if let user = try application?.user(forIdentifier: "uid.utid") { try application?.remove(user) }
    }

    func show(_ result: MSALResult) {
        name = result.user.displayableId
        tenant = result.tenantId
        print(result.accessToken, result.uniqueId.count, result.user.name)
    }

    func report(_ error: Error?) { print(error?.localizedDescription ?? "no error") }
}

class OldDelegate: NSObject {
    func application(_ app: UIApplication, open url: URL, options: [UIApplication.OpenURLOptionsKey: Any]) -> Bool {
        return MSALPublicClientApplication.handleMSALResponse(url)
    }
}
