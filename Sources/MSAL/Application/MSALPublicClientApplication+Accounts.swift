import Foundation
import KeyfobClient
import KeyfobCore

extension MSALPublicClientApplication {
    /// The account with an identifier that the app has stored. An addition to MSAL, for an identifier that may be
    /// missing.
    ///
    /// - Parameter identifier: as `account(forIdentifier:)`; nil finds no account.
    /// - Throws: as `account(forIdentifier:)`.
    #if canImport(ObjectiveC)
    @nonobjc
    #endif
    public func account(forIdentifier identifier: String?) throws -> MSALAccount {
        guard let identifier else { throw Self.notFound }
        return try account(forIdentifier: identifier)
    }

    /// The account with a user name. An addition to MSAL, for a name that may be missing.
    ///
    /// - Parameter username: as `account(forUsername:)`; nil finds no account.
    /// - Throws: as `account(forUsername:)`.
    #if canImport(ObjectiveC)
    @nonobjc
    #endif
    public func account(forUsername username: String?) throws -> MSALAccount {
        guard let username else { throw Self.notFound }
        return try account(forUsername: username)
    }

    /// The app's own accounts, and those that only the broker has.
    func deviceAccounts(_ query: AccountQuery) async throws -> [MSALAccount] {
        let own = try accounts(query)
        do throws(AuthError) {
            return try await core.accountsFromDevice(query).map { account in
                let listed = MSALAccount(account, showsProfiles: true, isSSOAccount: true)
                return own.first { $0.isEqual(listed) } ?? listed
            }
        } catch {
            throw ErrorTranslation.translate(error, during: .other)
        }
    }

    /// The accounts that match a query, with their claims.
    func accounts(_ query: AccountQuery) throws -> [MSALAccount] {
        try ErrorTranslation.rethrowing { () throws(AuthError) in
            var found: [MSALAccount] = []
            for listed in try core.accounts(query) {
                let identifier = listed.identifier.isEmpty ? nil : listed.identifier
                found.append(MSALAccount(try core.account(for: identifier) ?? listed, showsProfiles: true))
            }
            return found
        }
    }

    static var notFound: NSError {
        ErrorTranslation.error(
            .internalErrorAccountRequired, "There is no such account in this app. Let the user sign in.")
    }
}

extension AccountQuery {
    init(_ parameters: MSALAccountEnumerationParameters) {
        self.init(
            identifier: parameters.identifier, username: parameters.username,
            tenantProfileIdentifier: parameters.tenantProfileIdentifier,
            onlySignedIn: parameters.returnOnlySignedInAccounts)
    }
}
