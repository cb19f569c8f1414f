// Only ADAL is imported: its umbrella header brings Foundation, UIKit and AppKit with it.
import ADAL

/// An app as it was written for ADAL 2.7, compiled here as it is, and over the stubs as on iOS and macOS.
final class AppOf2: NSObject {
    var resource = "https://graph.windows.net"
    var clientID = "b5f2a1c0-7d7e-4f3a-9d67-0c4f6c3a9e51"
    var redirect = "x-msauth-mail://com.contoso.mail"
    let context: ADAuthenticationContext

    init(context: ADAuthenticationContext) {
        self.context = context
        super.init()
    }

    static func make() -> AppOf2? {
        var error: ADAuthenticationError?
        let settings = ADAuthenticationSettings.sharedInstance()
        settings.requestTimeOut = 60
        settings.expirationBuffer = 120
        settings.enableFullScreen = false
        guard
            let context = ADAuthenticationContext(
                authority: "https://login.microsoftonline.com/common", validateAuthority: true, error: &error)
        else {
            print("No context:", error?.errorDetails ?? "", error?.protocolCode ?? "")
            return nil
        }
        context.credentialsType = AD_CREDENTIALS_AUTO
        context.extendedLifetimeEnabled = true
        context.clientCapabilities = ["CP1"]
        context.correlationId = UUID()
        context.logComponent = "Mail"
        return AppOf2(context: context)
    }

    /// The token of the cache, or a page if only a user can provide one.
    func token(_ user: String?, then done: @escaping @Sendable (String?, Int) -> Void) {
        guard let url = URL(string: redirect) else { return done(nil, -1) }
        let (context, resource, clientID) = (context, resource, clientID)
        context.acquireTokenSilent(
            withResource: resource, clientId: clientID, redirectUri: url, userId: user, forceRefresh: false
        ) { result in
            switch result.status {
            case AD_SUCCEEDED:
                done(result.accessToken, 0)
            case AD_USER_CANCELLED:
                done(nil, ADErrorCode.ERROR_UI_USER_CANCEL.rawValue)
            default:
                guard let error = result.error, error.domain == ADAuthenticationErrorDomain,
                    error.code == ADErrorCode.ERROR_SERVER_USER_INPUT_NEEDED.rawValue
                else { return done(nil, result.error?.code ?? -1) }
                context.acquireToken(
                    withResource: resource, clientId: clientID, redirectUri: url, promptBehavior: AD_PROMPT_AUTO,
                    userIdentifier: user.flatMap { ADUserIdentifier(id: $0, type: OptionalDisplayableId) },
                    extraQueryParameters: "amr_values=mfa", claims: nil
                ) { page in
                    done(page.tokenCacheItem?.accessToken, page.error?.code ?? 0)
                }
            }
        }
    }

    /// The calls of apps that were written before the headers said what may be nil.
    func olderCalls(_ done: @escaping @Sendable (ADAuthenticationResult) -> Void) {
        context.acquireToken(
            withResource: resource, clientId: clientID, redirectUri: URL(string: redirect), completionBlock: done)
        context.acquireTokenSilent(
            withResource: resource, clientId: clientID, redirectUri: URL(string: redirect), userId: nil,
            completionBlock: done)
    }

    func otherCalls(_ url: URL, _ done: @escaping @Sendable (ADAuthenticationResult) -> Void) {
        context.acquireToken(withResource: resource, clientId: clientID, redirectUri: url, completionBlock: done)
        context.acquireToken(
            withResource: resource, clientId: clientID, redirectUri: url, userId: "ada@contoso.com",
            completionBlock: done)
        context.acquireToken(
            withResource: resource, clientId: clientID, redirectUri: url, userId: nil, extraQueryParameters: nil,
            completionBlock: done)
        context.acquireToken(
            withRefreshToken: "token", resource: resource, clientId: clientID, redirectUri: url, completionBlock: done)
        context.acquireToken(
            forAssertion: "<saml/>", assertionType: AD_SAML2, resource: resource, clientId: clientID, userId: nil,
            completionBlock: done)
    }

    func challenge(of response: HTTPURLResponse) -> String? {
        let parameters = ADAuthenticationParameters(from: response, error: nil)
        return parameters?.authority ?? parameters?.extractedParameters?["authorization_uri"] as? String
    }

    func challenge(at url: URL, _ done: @escaping @Sendable (String?) -> Void) {
        ADAuthenticationParameters.parameters(fromResourceUrl: url) { parameters, error in
            done(error == nil ? parameters?.authority : nil)
        }
    }

    func logging() {
        ADLogger.setLevel(ADAL_LOG_LEVEL_INFO)
        ADLogger.setPiiEnabled(false)
        ADLogger.setLoggerCallback { level, message, containsPii in
            if level.rawValue <= ADAL_LOG_LEVEL_WARN.rawValue, !containsPii { print(message) }
        }
        ADLogger.setNSLogging(true)
    }

    func notifications() -> any NSObjectProtocol {
        NotificationCenter.default.addObserver(
            forName: NSNotification.Name(ADWebAuthDidCompleteNotification), object: nil, queue: nil
        ) { _ in ADWebAuthController.cancelCurrentWebAuthSession() }
    }

    func telemetry(_ dispatcher: any ADDispatcher) {
        ADTelemetry.sharedInstance().piiEnabled = false
        ADTelemetry.sharedInstance().add(dispatcher, aggregationRequired: true)
        ADTelemetry.sharedInstance().remove(dispatcher)
    }

    static func isEqual(_ first: ADPromptBehavior) -> Bool {
        first == ADPromptBehavior(rawValue: 0) || first == ADPromptBehavior(AD_FORCE_PROMPT.rawValue)
    }

    #if os(iOS)
    func users() -> [String] {
        guard let cache = ADKeychainTokenCache(group: "com.contoso.shared") else { return [] }
        let items: [ADTokenCacheItem] = cache.allItems(nil) ?? []
        return items.compactMap { $0.userInformation?.userId }
    }

    func signOut(_ user: String) {
        var error: ADAuthenticationError?
        let caches = [
            ADKeychainTokenCache.defaultKeychain(), ADKeychainTokenCache.keychainCache(forGroup: nil),
            ADKeychainTokenCache(),
        ]
        for cache in caches where !cache.removeAll(forUserId: user, clientId: clientID, error: &error) {
            print(error?.localizedDescription ?? "")
        }
    }

    func present(over controller: UIViewController) {
        context.parentController = controller
    }
    #endif
}

#if os(macOS)
/// An app's storage for the cache, as on macOS.
final class StorageOf2: NSObject, ADTokenCacheDelegate {
    let file = URL(fileURLWithPath: "/tmp/cache")

    func willAccessCache(_ cache: ADTokenCache) { read(cache) }
    func didAccessCache(_ cache: ADTokenCache) {}
    func willWrite(_ cache: ADTokenCache) { read(cache) }
    func didWrite(_ cache: ADTokenCache) { try? cache.serialize()?.write(to: file) }

    private func read(_ cache: ADTokenCache) { cache.deserialize(try? Data(contentsOf: file), error: nil) }

    func install() {
        ADAuthenticationSettings.sharedInstance().defaultStorageDelegate = self
        ADTokenCache.default().setDelegate(self)
    }
}
#endif
