import MSAL
import UIKit

final class Controller: UIViewController {
    lazy var context: MSALPublicClientApplication? = {
        let context = try? MSALPublicClientApplication(
            authorityURL: "https://login.microsoftonline.com/common",
            client: "aaaaaaaa-0000-4000-8000-000000000004",
            redirectURL: URL(string: "x-msauth-wrapper://com.contoso.wrapper"))
        MSALGlobalConfig.brokerAvailability = .none
        return context
    }()

    func signIn() {
        context?.acquireTokenInteractive(
            scopes: ["https://graph.microsoft.com/.default"],
            query: "prompt_hint=1",
            from: self) { [weak self] (result: MSALResult?, error: Error?) -> Void in
            switch (error as NSError?)?.code {
            case nil: self?.show(result?.accessToken ?? "")
            case .some, MSALError.userCanceled.rawValue?: self?.show((error as NSError?)?.localizedDescription ?? "")
            default: break
            }
        }
    }

    func show(_ text: String) { print(text) }
}

// The older library's calls, over MSAL's.
extension MSALPublicClientApplication {
    /// An application for an authority, as ADAL's context was; ADAL's calls named the client and the redirect URI.
    fileprivate convenience init(
        authorityURL: String, validatesAuthority: Bool = true, client: String, redirectURL: URL?,
        sharedGroup: String? = nil
    ) throws {
        guard let url = URL(string: authorityURL) else {
            throw NSError(domain: MSALErrorDomain, code: MSALError.internal.rawValue)
        }
        let authority = try MSALAADAuthority(url: url)
        let configuration = MSALPublicClientApplicationConfig(
            clientId: client, redirectUri: redirectURL?.absoluteString, authority: authority)
        if !validatesAuthority { configuration.knownAuthorities = [authority] }
        if let group = sharedGroup { configuration.cacheConfig.keychainSharingGroup = group }
        try self.init(configuration: configuration)
    }

    /// A token with a page, always.
    fileprivate func acquireTokenInteractive(
        scopes: [String], userId: String? = nil, promptType: MSALPromptType = .promptIfNecessary,
        query: String? = nil, claims: String? = nil, from controller: UIViewController? = nil,
        completion: @escaping MSALCompletionBlock
    ) {
        guard let controller = controller ?? Self.topController() else {
            return completion(nil, NSError(domain: MSALErrorDomain, code: MSALError.internal.rawValue))
        }
        let parameters = MSALInteractiveTokenParameters(
            scopes: scopes, webviewParameters: MSALWebviewParameters(authPresentationViewController: controller))
        parameters.promptType = promptType
        parameters.loginHint = userId
        parameters.extraQueryParameters = Self.parameters(of: query)
        if let claims = claims?.removingPercentEncoding {
            parameters.claimsRequest = MSALClaimsRequest(jsonString: claims, error: nil)
        }
        acquireToken(with: parameters, completionBlock: completion)
    }

    /// The parameters of a query: ADAL took them as text.
    fileprivate static func parameters(of query: String?) -> [String: String]? {
        guard let query = query, let items = URLComponents(string: "?" + query)?.queryItems else { return nil }
        return Dictionary(items.map { ($0.name, $0.value ?? "") }, uniquingKeysWith: { first, _ in first })
    }

    /// The controller over which ADAL showed its page: the one on top.
    fileprivate static func topController() -> UIViewController? {
        let windows = UIApplication.shared.connectedScenes.compactMap { $0 as? UIWindowScene }.flatMap { $0.windows }
        var controller = windows.first { $0.isKeyWindow }?.rootViewController
        while let next = controller?.presentedViewController { controller = next }
        return controller
    }
}
