import Foundation
import KeyfobClient
import KeyfobCore

extension MSALPublicClientApplication {
    func currentAccount() async throws -> CurrentAccount {
        do throws(AuthError) {
            return try await core.currentAccount()
        } catch {
            throw ErrorTranslation.translate(error, during: .other)
        }
    }
}

extension Account {
    var shown: MSALAccount { MSALAccount(self, showsProfiles: true) }
}
