import Foundation
import MSAL

/// The guide's app: configuration, application, account, silent token, and a page only if the error requires one.
final class GuideApp: Sendable {
    enum Outcome: Sendable {
        case token(user: String, shownPage: Bool)
        case failure(domain: String, code: Int)
    }

    private let application: MSALPublicClientApplication
    private let scopes: [String]
    private let memory: SavedIdentifier

    init(clientId: String, authority: String, resource: String, memory: SavedIdentifier) throws {
        guard let url = URL(string: authority) else { throw CocoaError(.fileReadUnknown) }
        let config = MSALPublicClientApplicationConfig(
            clientId: clientId, redirectUri: "http://localhost", authority: try MSALAADAuthority(url: url))
        application = try MSALPublicClientApplication(configuration: config)
        // With this suffix a resource of ADAL is the set of permissions that are registered for it.
        scopes = ["\(resource)/.default"]
        self.memory = memory
    }

    /// The account of the last run, or else the app's only account.
    private func account() -> MSALAccount? {
        if let identifier = memory.load(), let account = try? application.account(forIdentifier: identifier) {
            return account
        }
        return (try? application.allAccounts())?.first
    }

    /// Gets a token.
    func token(completion: @escaping @Sendable (Outcome) -> Void) {
        guard let account = account() else { return signIn(completion: completion) }
        let silentParameters = MSALSilentTokenParameters(scopes: scopes, account: account)
        application.acquireTokenSilent(with: silentParameters) { (result, error) in
            guard let result = result, error == nil else {
                let nsError = error! as NSError
                if nsError.domain == MSALErrorDomain && nsError.code == MSALError.interactionRequired.rawValue {
                    return self.signIn(completion: completion)
                }
                return completion(.failure(domain: nsError.domain, code: nsError.code))
            }
            completion(self.use(result, shownPage: false))
        }
    }

    private func signIn(completion: @escaping @Sendable (Outcome) -> Void) {
        let parameters = MSALInteractiveTokenParameters(scopes: scopes, webviewParameters: MSALWebviewParameters())
        application.acquireToken(with: parameters) { (result, error) in
            guard let result = result, error == nil else {
                let nsError = error! as NSError
                return completion(.failure(domain: nsError.domain, code: nsError.code))
            }
            completion(self.use(result, shownPage: true))
        }
    }

    private func use(_ result: MSALResult, shownPage: Bool) -> Outcome {
        memory.save(result.account.identifier)
        return result.accessToken.isEmpty
            ? .failure(domain: MSALErrorDomain, code: MSALError.internal.rawValue)
            : .token(user: result.account.username ?? "", shownPage: shownPage)
    }
}
