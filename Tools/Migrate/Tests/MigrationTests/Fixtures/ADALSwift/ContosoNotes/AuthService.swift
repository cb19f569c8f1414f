import ADAL // -> adal.import
import Foundation
import UIKit

/// Signs people in. Talks to ADAuthenticationContext, and this mention is only a comment.
final class AuthService {
    static let shared = AuthService()

    private let clientID = "aaaaaaaa-0000-4000-8000-000000000001"
    private let redirectURI = URL(string: "x-msauth-contoso-notes://com.contoso.notes")!
    private let graph = "https://graph.microsoft.com"
    private let authority = "https://login.microsoftonline.com/common"
    private var context: ADAuthenticationContext? // -> adal.context
    private(set) var userID: String?

    /* AD_PROMPT_AUTO in a comment
       over several lines. /* ADLogger in one inside it */ */
    func start() {
        var error: ADAuthenticationError? // -> adal.error
        ADAuthenticationSettings.sharedInstance().setDefaultKeychainGroup("com.contoso.cache") // -> adal.settings adal.keychainGroup
        context = ADAuthenticationContext(authority: authority, validateAuthority: true, error: &error) // -> adal.context.create
        context?.credentialsType = AD_CREDENTIALS_AUTO // -> adal.context.credentialsType adal.context.credentialsType
        context?.extendedLifetimeEnabled = true // -> adal.context.extendedLifetime
        context!.parentController = UIApplication.shared.delegate?.window??.rootViewController // -> adal.context.webView
        ADLogger.setLevel(ADAL_LOG_LEVEL_INFO) // -> adal.log adal.log
        ADLogger.setLoggerCallback { level, message, containsPII in // -> adal.log
            if !containsPII { print("ADLogger says: \(message ?? "ADAuthenticationResult")") }
        }
        print("""
            ADAuthenticationContext is text here, but \(AD_ERROR_UNEXPECTED) is not. // -> adal.error.code
            """)
    }

    func token(_ done: @escaping (String?) -> Void) {
        context?.acquireTokenSilent( // -> adal.acquireSilent
            withResource: graph, clientId: clientID, redirectUri: redirectURI, userId: userID
        ) { result in
            guard let result = result else { return done(nil) }
            if result.status == AD_SUCCEEDED { // -> adal.result.status
                self.userID = result.tokenCacheItem?.userInformation?.userId // -> adal.result.tokenCacheItem adal.result.userInformation
                return done(result.accessToken)
            }
            if result.error?.code == AD_ERROR_SERVER_USER_INPUT_NEEDED.rawValue { // -> adal.error.inputNeeded
                self.interactive(done)
            }
        }
    }

    private func interactive(_ done: @escaping (String?) -> Void) {
        context?.acquireToken( // -> adal.acquireInteractive
            withResource: "https://graph.microsoft.com/", clientId: clientID, redirectUri: redirectURI,
            promptBehavior: AD_PROMPT_ALWAYS, userId: userID, extraQueryParameters: nil, // -> adal.promptBehavior
            completionBlock: { (result: ADAuthenticationResult?) in // -> adal.result
                switch result?.status {
                case AD_USER_CANCELLED?: done(nil) // -> adal.result.status
                default: done(result?.accessToken)
                }
            })
    }

    func signOut() throws {
        let cache = ADKeychainTokenCache.defaultKeychain() // -> adal.cache
        for item in cache.allItems(nil) ?? [] { // -> adal.cache.allItems
            print(item.resource)
        }
        cache.removeAll(forClientId: clientID, error: nil) // -> adal.cache.remove
        cache.wipeAllItems(forUserId: userID ?? "", error: nil) // -> adal.cache.wipe
        UserDefaults.standard.removeObject(forKey: "ADAuthenticationContext")
    }

    func open(_ url: URL, from source: String?) -> Bool {
        ADAuthenticationContext.handleADALResponse(url, sourceApplication: source) // -> adal.context.handleResponse
    }
}

/// Nothing of ADAL's: the names are the app's own.
struct Cache {
    var status = 0
    func acquireToken(for name: String) -> String { "AD_SUCCEEDED" + name }
    func removeAll() {}
}
