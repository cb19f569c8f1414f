import Foundation
import MSAL
import Testing

// Code as apps with MSAL have it: the tests check that it compiles. Its behaviour is tested elsewhere.

@Suite("Source written for MSAL", .ownProcess)
struct SurfaceTests {
    @Test("Configuration: names, labels, optionals and defaults")
    func configuration() throws {
        let authority = try MSALAADAuthority(url: URL(string: "https://login.microsoftonline.com/contoso.test")!)
        let config = MSALPublicClientApplicationConfig(
            clientId: "client", redirectUri: "msauth.com.contoso.app://auth", authority: authority)
        #expect(config.knownAuthorities.isEmpty)
        config.knownAuthorities = [authority]
        config.clientApplicationCapabilities = ["CP1"]
        config.extendedLifetimeEnabled = true
        #expect(config.tokenExpirationBuffer == 300)
        config.tokenExpirationBuffer = 600
        config.sliceConfig = MSALSliceConfig(slice: "testslice", dc: nil)
        #expect(config.sliceConfig?.sliceDictionary as? [String: String] == ["slice": "testslice"])
        #expect(!config.multipleCloudsSupported && !config.bypassRedirectURIValidation)
        #expect(config.cacheConfig.keychainSharingGroup == "com.microsoft.adalcache")
        config.cacheConfig.keychainSharingGroup = Bundle.main.bundleIdentifier ?? "com.contoso.app"
        #expect(MSALCacheConfig.defaultKeychainSharingGroup() == "com.microsoft.adalcache")
        let copy = try #require(config.copy() as? MSALPublicClientApplicationConfig)
        copy.cacheConfig.keychainSharingGroup = "other"
        copy.sliceConfig?.slice = "other"
        #expect(config.cacheConfig.keychainSharingGroup != "other" && config.sliceConfig?.slice == "testslice")
        let nested = MSALPublicClientApplicationConfig(
            clientId: "client", redirectUri: nil, authority: nil, nestedAuthBrokerClientId: "hub",
            nestedAuthBrokerRedirectUri: "msauth.hub://auth")
        #expect(nested.nestedAuthBrokerClientId == "hub")
        #expect(nested.nestedAuthBrokerRedirectUri == "msauth.hub://auth")
    }

    @Test("Globals: their defaults are MSAL's, and settings are read back")
    func globals() {
        #expect(MSALGlobalConfig.httpConfig.retryCount == 1)
        #expect(MSALGlobalConfig.httpConfig.retryInterval == 0.5)
        #expect(MSALGlobalConfig.httpConfig.timeoutIntervalForRequest == 300)
        MSALGlobalConfig.httpConfig.timeoutIntervalForRequest = 30
        #expect(MSALGlobalConfig.httpConfig.timeoutIntervalForRequest == 30)
        #expect(MSALGlobalConfig.brokerAvailability == .auto)
        MSALGlobalConfig.brokerAvailability = .none
        #expect(MSALGlobalConfig.brokerAvailability == .none)
        #expect(!MSALGlobalConfig.shouldRequestBoundAppRefreshTokens)
        MSALGlobalConfig.loggerConfig.logLevel = .verbose
        MSALGlobalConfig.loggerConfig.logMaskingLevel = .settingsMaskSecretsOnly
        MSALGlobalConfig.loggerConfig.setLogCallback { (logLevel, message, containsPII) in
            if !containsPII, logLevel == .error { print("MSAL: \(message ?? "")") }
        }
        MSALGlobalConfig.loggerConfig.callback()(.info, nil, false)
        #expect(!MSALGlobalConfig.telemetryConfig.piiEnabled)
        #expect(!MSALGlobalConfig.telemetryConfig.notifyOnFailureOnly)
        #expect(MSALGlobalConfig.telemetryConfig.telemetryCallback == nil)
        MSALGlobalConfig.telemetryConfig.telemetryCallback = { event in print(event["api_id"] ?? "") }
        #expect(MSALPublicClientApplication.sdkVersion?.isEmpty == false)
    }

    @Test("Parameters: names, labels, optionals and defaults")
    func parameters() throws {
        let account = MSALAccount(identifier: "uid.utid", username: "ada@contoso.test", environment: "login.test")
        let webview = MSALWebviewParameters()
        webview.webviewType = .wkWebView
        webview.prefersEphemeralWebBrowserSession = true
        let interactive = MSALInteractiveTokenParameters(scopes: ["User.Read"], webviewParameters: webview)
        webview.webviewType = .default
        #expect(interactive.webviewParameters.webviewType == .wkWebView)
        #expect(interactive.promptType == .default && interactive.loginHint == nil && interactive.domainHint == nil)
        #expect(interactive.preferredAuthMethod == .none && interactive.extraScopesToConsent == nil)
        interactive.promptType = .selectAccount
        interactive.loginHint = account.username
        interactive.extraScopesToConsent = ["Mail.Read"]
        interactive.extraQueryParameters = ["a": "b"]
        interactive.correlationId = UUID()
        interactive.completionBlockQueue = DispatchQueue.main
        interactive.claimsRequest = MSALClaimsRequest()
        interactive.authenticationScheme = MSALAuthenticationSchemeBearer()
        let silent = MSALSilentTokenParameters(scopes: ["User.Read"], account: account)
        #expect(!silent.forceRefresh && silent.allowUsingLocalCachedRtWhenSsoExtFailed)
        #expect(silent.account == account)
        let signout = MSALSignoutParameters(webviewParameters: webview)
        #expect(!signout.signoutFromBrowser && !signout.wipeAccount && !signout.wipeCacheForAllAccounts)
        let all = MSALAccountEnumerationParameters()
        #expect(all.returnOnlySignedInAccounts && all.identifier == nil)
        #expect(MSALAccountEnumerationParameters(identifier: "a").identifier == "a")
        #expect(MSALAccountEnumerationParameters(identifier: nil, username: "b").username == "b")
        #expect(MSALAccountEnumerationParameters(tenantProfileIdentifier: "c").tenantProfileIdentifier == "c")
        let device = MSALDeviceTokenParameters(resource: "api://files", scopes: nil, forTenantId: "t")
        #expect(device.resource == "api://files" && device.tenantId == "t")
        let pop: any MSALAuthenticationSchemeProtocol = MSALAuthenticationSchemePop(
            httpMethod: .POST, request: URL(string: "https://api.test/a")!, nonce: nil, additionalParameters: nil)
        #expect(pop.scheme == .pop && pop.authenticationScheme == "Pop")
        #expect(MSALParameterStringForHttpMethod(.DELETE) == "DELETE")
    }

    @Test("Results and accounts can be made in an app's tests, and passed between tasks")
    func results() async throws {
        let home = MSALTenantProfile(
            identifier: "uid", environment: "login.test", tenantId: "utid", isHomeTenantProfile: true,
            claims: ["name": "Ada", "level": 3, "admin": true, "groups": ["a", "b"]])
        let account = MSALAccount(
            identifier: "uid.utid", username: "ada@contoso.test", environment: "login.test", tenantProfiles: [home])
        let result = MSALResult(
            accessToken: "at", expiresOn: Date(timeIntervalSince1970: 5), scopes: ["a"], account: account,
            authority: try MSALAADAuthority(url: URL(string: "https://login.test/utid")!))
        let there = await Task { result.account.accountClaims?["name"] as? String }.value
        #expect(there == "Ada")
        #expect(account.accountClaims?["level"] as? Int == 3)
        #expect(account.accountClaims?["admin"] as? Bool == true)
        #expect(account.accountClaims?["groups"] as? [String] == ["a", "b"])
        #expect(account.homeAccountId?.objectId == "uid" && account.homeAccountId?.tenantId == "utid")
        #expect(account.tenantProfiles?.first?.isHomeTenantProfile == true)
        #expect(result.authorizationHeader == "Bearer at" && result.authenticationScheme == "Bearer")
        #expect(result.tenantProfile == home && result.expiresOn == Date(timeIntervalSince1970: 5))
        #expect(!result.extendedLifeTimeToken && result.idToken == nil)
        #expect(!"\(result)".contains("at)") && !String(reflecting: result).contains("Bearer"))
    }

    @Test("Two accounts are equal by identifier if both have one, else by name")
    func equality() {
        func account(_ identifier: String?, _ username: String?) -> MSALAccount {
            MSALAccount(identifier: identifier, username: username, environment: "login.test")
        }
        #expect(account("A.b", "x") == account("a.B", "y"))
        #expect(account("a.b", "x") != account("a.c", "x"))
        #expect(account(nil, "X") == account("a.b", "x"))
        #expect(account(nil, nil) != account(nil, nil))
        #expect(Set([account("a.b", "x"), account("A.B", "z"), account(nil, "x")]).count == 1)
    }

    @Test("Error codes: compared as Objective-C's constants, and in a switch")
    func codes() {
        let error: any Error = NSError(domain: MSALErrorDomain, code: -50002)
        let nsError = error as NSError
        #expect(nsError.domain == MSALErrorDomain && nsError.code == MSALError.interactionRequired.rawValue)
        let said: String =
            switch MSALError(rawValue: nsError.code) {
            case .interactionRequired: "sign in"
            case .serverDeclinedScopes: "partly"
            default: "sorry"
            }
        #expect(said == "sign in")
        #expect(MSALError(NSError(domain: NSURLErrorDomain, code: -50002)) == nil)
        #expect(MSALInternalError(rawValue: -42011) == .internalErrorInvalidRedirectURI)
    }
}
