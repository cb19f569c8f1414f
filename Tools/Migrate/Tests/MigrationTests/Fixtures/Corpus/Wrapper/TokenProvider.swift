import ADAL

/// A provider of tokens without a user interface of its own: it imports ADAL alone.
public final class TokenProvider {
    public enum Outcome {
        case token(String, user: String?)
        case failure(ADAuthenticationError)
        case cancelled
    }

    static let resources = ["https://graph.microsoft.com", "https://files.contoso.com"]
    static let context = ADAuthenticationContext(authority: "https://login.microsoftonline.com/common", error: nil)

    let clientID = "aaaaaaaa-0000-4000-8000-000000000004"
    let redirectURI = URL(string: "x-msauth-wrapper://com.contoso.wrapper")!
    var tenant = "contoso.com"
    var current: ADAuthenticationContext?
    var user: ADUserInformation?
    var item: ADTokenCacheItem?
    var failure: ADAuthenticationError?

    func prepare() -> Bool {
        var error: ADAuthenticationError?
        guard let context = ADAuthenticationContext(authority: "https://login.microsoftonline.com/\(tenant)", error: &error) else {
            failure = error
            return false
        }
        let second = ADAuthenticationContext(authority: "https://login.microsoftonline.com/organizations", validateAuthority: true, error: &error)
        current = second ?? context
        print(context.authority)
        return error == nil
    }

    func token(for resource: String, done: @escaping (Outcome) -> Void) {
        current?.acquireTokenSilent(withResource: resource, clientId: clientID, redirectUri: redirectURI) { result in
            let isDone = result.status == AD_SUCCEEDED && result.accessToken != nil
            if isDone, let token = result.accessToken {
                return done(.token(token, user: result.tokenCacheItem?.userInformation?.upn))
            }
            if result.error!.code == ADErrorCode.ERROR_SERVER_USER_INPUT_NEEDED.rawValue {
                self.current?.acquireToken(
                    withResource: resource, clientId: self.clientID, redirectUri: self.redirectURI, userId: self.user?.userId ?? "",
                    completionBlock: { result in
                        self.user = result.tokenCacheItem?.userInformation
                        self.item = result.tokenCacheItem
                        let text = result.status == AD_SUCCEEDED ? result.accessToken : nil
                        DispatchQueue.main.async { done(text.map { .token($0, user: self.user?.userId) } ?? .cancelled) }
                    })
            } else {
                done(.failure(result.error!))
            }
        }
    }

    func tokens(_ handler: @escaping ADAuthenticationCallback) {
        let print: ADAuthenticationCallback = { result in
            guard let item = result.tokenCacheItem else { return }
            Swift.print(item.accessToken ?? "", item.expiresOn ?? Date(), item.userInformation?.userId ?? "")
        }
        for resource in TokenProvider.resources {
            current?.acquireTokenSilent(
                withResource: resource, clientId: clientID, redirectUri: redirectURI, completionBlock: print)
            current?.acquireTokenSilent(
                withResource: resource, clientId: clientID, redirectUri: redirectURI, completionBlock: finish)
            current?.acquireTokenSilent(
                withResource: resource, clientId: clientID, redirectUri: redirectURI, completionBlock: handler)
        }
    }

    func finish(_ result: ADAuthenticationResult?) {
        guard let result = result, result.status == AD_SUCCEEDED else {
            failure = result?.error
            return Swift.print(result?.error?.localizedDescription ?? "", result?.error?.errorDetails ?? "")
        }
        if let id = result.tokenCacheItem?.userInformation?.homeAccountId { Swift.print(id, result.correlationId ?? UUID()) }
        Swift.print(result.tokenCacheItem!.userInformation!.userId, result.authority ?? "")
        user = result.tokenCacheItem?.userInformation
        describe(user)
    }

    func describe(_ user: ADUserInformation?) {
        guard let user = user else { return }
        Swift.print(user.userId, user.eMail ?? "", user.subject ?? "", user.allClaims?["roles"] ?? "")
        if failure?.protocolCode == "invalid_grant" { Swift.print(failure!.errorDetails!) }
    }

    static func users() -> [String] {
        let items = ADKeychainTokenCache.defaultKeychain().allItems(nil) ?? []
        return items.compactMap { $0.userInformation?.userId }
    }
}
