import ADAL
import UIKit

/// Signs users in for a suite of apps, behind a completion block.
final class AuthService: NSObject {
    static let shared = AuthService()

    private static var root: UIViewController?
    private var context: ADAuthenticationContext!
    private(set) var userID: String?
    private(set) var tenantID: String?
    private(set) var lastResult: ADAuthenticationResult?

    func start() {
        ADAuthenticationSettings.sharedInstance().setDefaultKeychainGroup("com.contoso.suite.cache")
        context = ADAuthenticationContext(authority: Settings.authority, validateAuthority: false, error: nil)
        context.parentController = Self.root
        context.extendedLifetimeEnabled = true
        ADLogger.setLevel(ADAL_LOG_LEVEL_INFO)
        ADLogger.setNSLogging(false)
        ADLogger.setPiiEnabled(true)
        ADLogger.setLoggerCallback { level, message, containsPII in
            if !containsPII { print("ADAL: " + message) }
        }
        NotificationCenter.default.addObserver(
            forName: NSNotification.Name(rawValue: ADWebAuthDidCompleteNotification), object: nil, queue: nil
        ) { _ in print("page closed") }
    }

    func silentToken(_ done: @escaping (String?, Error?) -> Void) {
        context.acquireTokenSilent(
            withResource: Settings.resource, clientId: Settings.clientID, redirectUri: Settings.redirectURI,
            userId: userID, forceRefresh: true
        ) { [weak self] (result: ADAuthenticationResult?) in
            guard let self = self else { return }
            guard let result = result else { return done(nil, nil) }
            switch result.status {
            case AD_SUCCEEDED:
                self.remember(result)
                done(result.accessToken, nil)
            case AD_USER_CANCELLED:
                done(nil, nil)
            case AD_FAILED:
                self.interactiveToken(done)
            default:
                done(nil, result.error)
            }
        }
    }

    func interactiveToken(_ done: @escaping (String?, Error?) -> Void) {
        let user = ADUserIdentifier(id: userID ?? "", type: OptionalDisplayableId)
        print(user?.userId ?? "nobody")
        context.acquireToken(
            withResource: Settings.resource, clientId: Settings.clientID, redirectUri: Settings.redirectURI,
            promptBehavior: AD_PROMPT_ALWAYS, userIdentifier: ADUserIdentifier(id: userID ?? ""),
            extraQueryParameters: "domain_hint=contoso.com&slice=test", claims: nil,
            completionBlock: { (result: ADAuthenticationResult?) in
                if result?.status == AD_USER_CANCELLED { return done(nil, nil) }
                if let result = result {
                    self.remember(result)
                }
                done(result?.accessToken ?? "", result?.error)
            })
    }

    private func remember(_ result: ADAuthenticationResult?) {
        if result?.status != AD_FAILED, let user = result?.tokenCacheItem?.userInformation {
            userID = user.userId
            tenantID = user.tenantId
            print(user.userObjectId ?? "no object id", user.givenName ?? "", user.allClaims?.count ?? 0)
        }
        userID = result?.tokenCacheItem?.userInformation?.userId
        tenantID = result?.tokenCacheItem?.userInformation?.tenantId
        let object: String? = result?.tokenCacheItem?.userInformation?.userObjectId
        let family = result?.tokenCacheItem?.userInformation?.familyName ?? "unknown"
        print(object ?? "", family, result?.error?.protocolCode ?? "", result!.multiResourceRefreshToken)
    }

    func signOut() {
        let cache = ADKeychainTokenCache.defaultKeychain()
        for item in cache.allItems(nil) ?? [] where item.userInformation?.userId == userID {
            cache.remove(item, error: nil)
        }
        cache.removeAll(forClientId: Settings.clientID, error: nil)
        _ = cache.wipeAllItems(forUserId: userID ?? "", error: nil)
    }

    func cancel() { ADWebAuthController.cancelCurrentWebAuthSession() }
}
