import Foundation
import KeyfobClient
import KeyfobCore

/// How far a sign-out goes, read from MSAL's parameters when the call is made.
struct SignoutRequest: Sendable {
    let account: MSALAccount
    /// Whether other apps lose the account too.
    let isWipe: Bool
    private let isForAll: Bool

    /// - Throws: an error of ``MSALErrorDomain``, internal code -42000, for what the core does not have.
    init(
        _ account: MSALAccount, _ parameters: MSALSignoutParameters, of application: MSALPublicClientApplication
    ) throws {
        self.account = account
        isForAll = parameters.wipeCacheForAllAccounts
        isWipe = parameters.wipeAccount || isForAll
        guard !parameters.signoutFromBrowser else {
            throw ErrorTranslation.error(
                .internalErrorInvalidParameter, "Signing out from the browser is not supported yet.")
        }
    }

    func perform(_ core: PublicClientApplication) async throws(AuthError) {
        if isWipe { try await core.wipeAccount(account.core) } else { try await core.removeAccount(account.core) }
        guard isForAll else { return }
        for other in try core.accounts() { try await core.wipeAccount(other) }
    }
}
