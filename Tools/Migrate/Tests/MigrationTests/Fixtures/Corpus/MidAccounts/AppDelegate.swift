import MSAL
import UIKit

/// As apps on MSAL 0.2 to 1.0 were: accounts, authorities as objects, parameters as arguments.
class AppDelegate: UIResponder {
    let kClientID = "aaaaaaaa-0000-4000-8000-000000000005"
    let kAuthority = "https://login.microsoftonline.com/organizations"
    let kScopes: [String] = ["https://graph.microsoft.com/user.read"]
    var applicationContext: MSALPublicClientApplication?
    var accessToken = String()

    func start() throws {
        guard let authorityURL = URL(string: kAuthority) else { return }
        let authority = try MSALAuthority(url: authorityURL)
        self.applicationContext = try MSALPublicClientApplication.init(clientId: kClientID, authority: authority)
    }

    func currentAccount() -> MSALAccount? {
        guard let accounts = try? applicationContext?.accounts() else { return nil }
        return accounts.first
    }

    func silent() {
        guard let account = currentAccount() else { return interactive() }
        applicationContext?.acquireTokenSilent(forScopes: kScopes, account: account) { (result, error) in
            if let error = error {
                let failure = error as NSError
                if (failure.domain == MSALErrorDomain && failure.code == MSALErrorCode.interactionRequired.rawValue) {
                    DispatchQueue.main.async { self.interactive() }
                } else if failure.code == MSALErrorCode.invalidGrant.rawValue {
                    print("refused")
                }
                return
            }
            guard let result = result else { return }
            self.accessToken = result.accessToken
            print(account.homeAccountId.identifier, result.account.homeAccountId.identifier)
        }
    }

    func interactive() {
        applicationContext?.acquireToken(forScopes: kScopes) { (result, error) in
            guard let result = result else { return print(error!) }
            self.accessToken = result.accessToken
        }
    }

    func grouped() {
        if let shared = try? MSALPublicClientApplication(
            clientId: kClientID, keychainGroup: "com.microsoft.adalcache", authority: MSALAuthority(url: URL(string: kAuthority)!))
        {
            shared.acquireToken(
                forScopes: kScopes, extraScopesToConsent: nil, account: currentAccount(), promptType: .default,
                extraQueryParameters: nil, claims: nil, authority: nil, correlationId: nil
            ) { (result: MSALResult?, error: Error?) in
                guard let result = result, error == nil else { return }
                self.accessToken = result.accessToken!
            }
        }
    }

    func find(_ account: MSALAccount) throws {
        let found = try applicationContext?.account(forHomeAccountId: account.homeAccountId.identifier)
        print(found?.username ?? "")
    }
}
