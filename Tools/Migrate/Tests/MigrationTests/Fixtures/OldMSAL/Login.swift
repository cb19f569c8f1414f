import MSAL

final class Login {
    let scopes = ["user.read"]
    var application: MSALPublicClientApplication!

    func start() throws {
        MSALLogger.shared().level = .verbose // -> msal.log
        MSALTelemetry.sharedInstance().piiEnabled = false // -> msal.telemetry
        let authority = try MSALAuthority(url: URL(string: "https://login.microsoftonline.com/common")!)
        application = try MSALPublicClientApplication(clientId: "id", authority: authority, redirectUri: "msauth.a://auth") // -> msal.application.create
        application.validateAuthority = false // -> msal.application.validateAuthority
        application.webviewType = .wkWebView // -> msal.application.webview
        let new = try MSALPublicClientApplication(configuration: MSALPublicClientApplicationConfig(clientId: "id"))
        let also = try MSALPublicClientApplication(clientId: "id")
        print(new, also)
    }

    func token(from controller: UIViewController) throws {
        application.acquireToken(forScopes: scopes, loginHint: "ada@contoso.test") { result, error in // -> msal.acquire
            print(result?.uniqueId ?? "", result?.tenantProfile.tenantId ?? "", error ?? "") // -> msal.result.tenantProfile
        }
        let account = try application.account(forHomeAccountId: "uid.utid") // -> msal.account.homeAccountId
        application.acquireTokenSilent(forScopes: scopes, account: account, authority: nil) { (result, error) in // -> msal.acquireSilent
            if let error = error as NSError?, error.code == MSALErrorCode.interactionRequired.rawValue { return } // -> msal.error.type
        }
        let parameters = MSALInteractiveTokenParameters(
            scopes: scopes, webviewParameters: MSALWebviewParameters(parentViewController: controller)) // -> msal.webviewParameters.create
        parameters.webviewType = .default // -> msal.application.webview
        let right = MSALWebviewParameters(authPresentationViewController: controller)
        right.webviewType = .wkWebView
        right.customWebview = nil
        application.acquireToken(with: parameters) { result, error in }
    }

    func open(_ url: URL) {
        MSALPublicClientApplication.handleMSALResponse(url) // -> msal.application.handleResponse
        MSALPublicClientApplication.handleMSALResponse(url, sourceApplication: nil)
    }
}
