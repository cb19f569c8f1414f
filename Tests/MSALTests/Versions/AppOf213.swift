// An app as it was written for MSAL 2.13, whose only import is MSAL. Lint compiles it as on iOS and macOS.
import MSAL

#if canImport(UIKit)
typealias PageController = UIViewController
#elseif canImport(AppKit)
typealias PageController = NSViewController
#endif

final class AppOf213 {
    let application: MSALPublicClientApplication
    var done: MSALCompletionBlock = { _, _ in }

    init() throws {
        guard let url = URL(string: "https://login.microsoftonline.com/common") else { throw URLError(.badURL) }
        let configuration = MSALPublicClientApplicationConfig(
            clientId: "aaaaaaaa-0000-4000-8000-000000000001", redirectUri: nil,
            authority: try MSALAADAuthority(url: url))
        configuration.cacheConfig.keychainSharingGroup = MSALCacheConfig.defaultKeychainSharingGroup()
        application = try MSALPublicClientApplication(configuration: configuration)
        MSALGlobalConfig.loggerConfig.setLogCallback { level, message, containsPII in
            if !containsPII, level == .error { print(message ?? "") }
        }
    }

    #if canImport(WebKit)
    @MainActor
    func signIn(over controller: PageController, in view: WKWebView) {
        let page = MSALWebviewParameters(authPresentationViewController: controller)
        page.webviewType = .wkWebView
        page.customWebview = view
        let shown: PageController = page.parentViewController
        precondition(shown === controller)
        let parameters = MSALInteractiveTokenParameters(scopes: ["User.Read"], webviewParameters: page)
        parameters.promptType = .selectAccount
        parameters.completionBlockQueue = DispatchQueue.main
        application.acquireToken(with: parameters) { (result: MSALResult?, error: (any Error)?) in
            guard let error = error as NSError? else { return print(result!.account.identifier ?? "") }
            guard error.domain == MSALErrorDomain, let code = MSALError(rawValue: error.code) else { return }
            if code == .serverDeclinedScopes { print(error.userInfo[MSALDeclinedScopesKey] as Any) }
        }
    }
    #endif

    func token(for identifier: String) async throws -> String {
        let account = try application.account(forIdentifier: identifier)
        let parameters = MSALSilentTokenParameters(scopes: ["User.Read"], account: account)
        let claims = MSALClaimsRequest()
        try claims.requestClaim(MSALIndividualClaimRequest(name: "auth_time"), for: .idToken)
        try claims.removeClaim(withName: "auth_time", target: .idToken)
        if let address = URL(string: "https://api.example.com/") {
            parameters.authenticationScheme = MSALAuthenticationSchemePop(
                httpMethod: .GET, request: address, nonce: nil, additionalParameters: nil)
        }
        return try await application.acquireTokenSilent(with: parameters).authorizationHeader
    }

    func device() async throws {
        _ = try await application.wpjMetaDataDevice(with: nil, forTenantId: nil)
        let parameters = MSALDeviceTokenParameters(resource: "r", scopes: nil, forTenantId: "t")
        _ = try await application.deviceToken(with: parameters).accessToken
        _ = try await application.deviceTokenForSharedDevice(withResource: "r", scopes: nil).scopes
        _ = try await application.currentAccount(with: nil)
    }

    func signOut(_ account: MSALAccount, then done: @escaping @Sendable (Bool, (any Error)?) -> Void) {
        let parameters = MSALSignoutParameters()
        parameters.signoutFromBrowser = true
        application.signout(with: account, signoutParameters: parameters) { done($0, $1) }
        NotificationCenter.default.post(name: .MSALWebAuthDidComplete, object: nil)
    }
}

final class AppsCache: NSObject, MSALSerializedADALCacheProviderDelegate {
    func willAccessCache(_ cache: MSALSerializedADALCacheProvider) {}
    func didAccessCache(_ cache: MSALSerializedADALCacheProvider) {}
    func willWriteCache(_ cache: MSALSerializedADALCacheProvider) {}
    func didWriteCache(_ cache: MSALSerializedADALCacheProvider) { _ = try? cache.serializeData() }
}

final class AppsAccounts: NSObject, MSALExternalAccountProviding {
    func update(_ account: any MSALAccountProtocol, idTokenClaims: [AnyHashable: Any]) throws {}
    func remove(_ account: any MSALAccountProtocol, wipeAccount: Bool, tenantProfiles: [MSALTenantProfile]?) throws {}
    func accounts(with parameters: MSALAccountEnumerationParameters) throws -> [any MSALAccountProtocol] { [] }
}
