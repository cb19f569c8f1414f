// Only ADAL is imported: its umbrella header brings Foundation, UIKit and AppKit with it.
import ADAL

/// An app as it was written for ADAL 5 and 6, which renamed every class.
final class AppOf6: NSObject {
    private let context: ADALAuthenticationContext
    private let redirect: URL

    init?(redirect: String) {
        var error: ADALAuthenticationError?
        guard let url = URL(string: redirect),
            let context = ADALAuthenticationContext(
                authority: "https://login.microsoftonline.com/common", error: &error)
        else { return nil }
        self.context = context
        self.redirect = url
        super.init()
        context.credentialsType = AD_CREDENTIALS_EMBEDDED
        ADALAuthenticationSettings.sharedInstance().requestTimeOut = 30
        ADALTelemetry.sharedInstance().removeAllDispatchers()
    }

    init(context: ADALAuthenticationContext, redirect: URL) {
        self.context = context
        self.redirect = redirect
        super.init()
    }

    func token(
        _ resource: String, _ clientID: String, of user: ADALUserIdentifier?,
        prompt: ADALPromptBehavior = AD_PROMPT_AUTO, then done: @escaping @Sendable (String) -> Void
    ) {
        context.acquireToken(
            withResource: resource, clientId: clientID, redirectUri: redirect, promptBehavior: prompt,
            userIdentifier: user, extraQueryParameters: nil, claims: nil
        ) { (result: ADALAuthenticationResult) in
            let status: ADALAuthenticationResultStatus = result.status
            guard status == AD_SUCCEEDED, let token = result.accessToken else {
                return done(Self.describe(result.error))
            }
            done(token)
        }
    }

    private static func describe(_ error: ADALAuthenticationError?) -> String {
        guard let error, error.domain == ADAuthenticationErrorDomain else { return "unknown" }
        switch error.code {
        case ADALErrorCode.AD_ERROR_SERVER_USER_INPUT_NEEDED.rawValue: return "sign in"
        case ADALErrorCode.AD_ERROR_UI_USER_CANCEL.rawValue: return "cancelled"
        case ADALErrorCode.AD_ERROR_DEVELOPER_INVALID_ARGUMENT.rawValue: return "wrong argument"
        default: return ADALErrorCode(rawValue: error.code) == .AD_ERROR_UNEXPECTED ? "unexpected" : "error"
        }
    }

    static func names(of items: [ADALTokenCacheItem]) -> [String] {
        items.compactMap { item -> String? in
            let user: ADALUserInformation? = item.userInformation
            let key: ADALTokenCacheKey? = item.extractKey(nil)
            return key == nil ? nil : user?.userId
        }
    }

    static func challenge(_ header: String) -> String? {
        ADALAuthenticationParameters(fromResponseAuthenticateHeader: header, error: nil)?.resource
    }

    static func challenge(of response: HTTPURLResponse) -> String? {
        ADALAuthenticationParameters(from: response, error: nil)?.authority
    }

    static func user(_ idToken: String) -> ADALUserInformation? {
        var error: ADALAuthenticationError?
        return ADALUserInformation(idToken: idToken, error: &error)
    }

    static func strict(_ authority: String) -> ADALAuthenticationContext? {
        ADALAuthenticationContext(authority: authority, validateAuthority: true, error: nil)
    }

    static func hint(_ name: String) -> ADALUserIdentifier? {
        let type: ADALUserIdentifierType = OptionalDisplayableId
        return ADALUserIdentifier(id: name, type: type)
    }

    #if os(iOS)
    static func shared(_ authority: String) -> [ADALAuthenticationContext] {
        [
            ADALAuthenticationContext(authority: authority, sharedGroup: "com.contoso.shared", error: nil),
            ADALAuthenticationContext(
                authority: authority, validateAuthority: false, sharedGroup: "com.contoso.shared", error: nil),
        ].compactMap { $0 }
    }

    static func signOut(_ clientID: String) {
        let cache: ADALKeychainTokenCache = ADALKeychainTokenCache.defaultKeychain()
        for name in names(of: cache.allItems(nil) ?? []) {
            cache.removeAll(forUserId: name, clientId: clientID, error: nil)
            cache.wipeAllItems(forUserId: name, error: nil)
        }
        ADALWebAuthController.cancelCurrentWebAuthSession()
    }
    #endif
}

#if os(macOS)
/// An app's storage for the cache, as on macOS.
final class StorageOf6: NSObject, ADALTokenCacheDelegate {
    func willAccessCache(_ cache: ADALTokenCache) {}
    func didAccessCache(_ cache: ADALTokenCache) {}
    func willWrite(_ cache: ADALTokenCache) {}
    func didWrite(_ cache: ADALTokenCache) {}
}
#endif
