import Foundation
import KeyfobClient
import KeyfobCore

extension MSALPublicClientApplication {
    /// The accounts that this app can get tokens for. No request is sent.
    ///
    /// - Throws: an error of ``MSALErrorDomain``, or of the keychain.
    #if canImport(ObjectiveC)
    @objc(allAccounts:)
    #endif
    public func allAccounts() throws -> [MSALAccount] { try accounts(AccountQuery()) }

    /// The account with an identifier that the app has stored.
    ///
    /// - Parameter identifier: ``MSALAccount/identifier``, or the `homeAccountId` of ADAL 2.7 and later, in any letter
    ///   case; nil finds no account.
    /// - Returns: the account; never nil, since Objective-C's nil is an error in Swift.
    /// - Throws: an error of ``MSALErrorDomain``, internal code -42106, if there is no such account; else as
    ///   ``allAccounts()``.
    #if canImport(ObjectiveC)
    @objc(accountForIdentifier:error:)
    #endif
    public func account(forIdentifier identifier: String?) throws -> MSALAccount {
        guard let identifier, !identifier.isEmpty else { throw Self.notFound }
        let found = try ErrorTranslation.rethrowing { () throws(AuthError) in try core.account(for: identifier) }
        if let found { return MSALAccount(found, showsProfiles: true) }
        guard let other = try accounts(AccountQuery(identifier: identifier)).first else { throw Self.notFound }
        return other
    }

    /// The accounts that match, including those of external providers.
    ///
    /// - Parameter parameters: the filter.
    /// - Throws: as ``allAccounts()``.
    #if canImport(ObjectiveC)
    @objc(accountsForParameters:error:)
    #endif
    public func accounts(for parameters: MSALAccountEnumerationParameters) throws -> [MSALAccount] {
        try accounts(AccountQuery(parameters))
    }

    /// The account with a user name, which for accounts from ADAL is the `userId`. Do not rely on names: a name may
    /// change, and may be given to another user.
    ///
    /// - Parameter username: in any letter case.
    /// - Throws: an error of ``MSALErrorDomain``, internal code -42106, if there is no such account, and -42102 if
    ///   several have the name; else as ``allAccounts()``.
    #if canImport(ObjectiveC)
    @objc(accountForUsername:error:)
    #endif
    public func account(forUsername username: String?) throws -> MSALAccount {
        let found = try ErrorTranslation.rethrowing { () throws(AuthError) in try core.account(username: username) }
        guard let found else { throw Self.notFound }
        return MSALAccount(found, showsProfiles: true)
    }

    /// The accounts that match, including those that the SSO extension lists. Without an extension these are the app's
    /// own.
    ///
    /// - Parameters:
    ///   - parameters: the filter.
    ///   - completionBlock: gets them, or an error.
    #if canImport(ObjectiveC)
    @objc(accountsFromDeviceForParameters:completionBlock:)
    #endif
    @preconcurrency
    public func accountsFromDevice(
        for parameters: MSALAccountEnumerationParameters,
        completionBlock: @escaping @Sendable ([MSALAccount]?, (any Error)?) -> Void
    ) {
        let query = AccountQuery(parameters)
        Completion.run(on: parameters.completionBlockQueue, completionBlock) { try await self.deviceAccounts(query) }
    }

    /// The accounts that match, including those that the SSO extension lists.
    ///
    /// - Parameter parameters: the filter.
    /// - Throws: as ``allAccounts()``.
    nonisolated(nonsending) public func accountsFromDevice(
        for parameters: MSALAccountEnumerationParameters
    ) async throws -> [MSALAccount] { try await deviceAccounts(AccountQuery(parameters)) }

    /// The app's own accounts, and those that only the broker has.
    private func deviceAccounts(_ query: AccountQuery) async throws -> [MSALAccount] {
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
    private func accounts(_ query: AccountQuery) throws -> [MSALAccount] {
        try ErrorTranslation.rethrowing { () throws(AuthError) in
            var found: [MSALAccount] = []
            for listed in try core.accounts(query) {
                let identifier = listed.identifier.isEmpty ? nil : listed.identifier
                found.append(MSALAccount(try core.account(for: identifier) ?? listed, showsProfiles: true))
            }
            return found
        }
    }

    private static var notFound: NSError {
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
