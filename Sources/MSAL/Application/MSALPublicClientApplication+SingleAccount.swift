import Foundation
import KeyfobCore

extension MSALPublicClientApplication {
    /// The account of an app that has one user at a time, and who it was before.
    ///
    /// - Parameters:
    ///   - parameters: where the completion block runs; nil for any queue.
    ///   - completionBlock: gets the present account (nil if nobody is signed in) and the previous one (nil if that is
    ///     the same, or there was none); or an error, internal code -42102, if several accounts are signed in.
    #if canImport(ObjectiveC)
    @objc(getCurrentAccountWithParameters:completionBlock:)
    #endif
    @preconcurrency
    public func getCurrentAccount(
        with parameters: MSALParameters?,
        completionBlock: @escaping @Sendable (MSALAccount?, MSALAccount?, (any Error)?) -> Void
    ) {
        Answer.run(on: parameters?.completionBlockQueue) { (found: CurrentAccount?, error) in
            completionBlock(found?.account, found?.previous, error)
        } _: {
            try await CurrentAccount(self)
        }
    }

    /// The account of an app that has one user at a time, and who it was before.
    ///
    /// - Parameter parameters: not used.
    /// - Returns: the present account, nil if nobody is signed in, and the previous one, nil if that is the same.
    /// - Throws: an error of ``MSALErrorDomain``, internal code -42102, if several accounts are signed in.
    nonisolated(nonsending) public func currentAccount(
        with parameters: MSALParameters?
    ) async throws -> (MSALAccount?, MSALAccount?) {
        let found = try await CurrentAccount(self)
        return (found.account, found.previous)
    }
}

/// Who is signed in, and who was.
struct CurrentAccount: Sendable {
    let account: MSALAccount?
    let previous: MSALAccount?

    init(_ application: MSALPublicClientApplication) async throws {
        let accounts = try application.allAccounts()
        guard accounts.count <= 1 else {
            throw ErrorTranslation.error(
                .internalErrorAmbiguousAccount,
                "Several accounts are signed in to this app. Use allAccounts(), or remove all but one.")
        }
        account = accounts.first
        previous = nil
    }
}
