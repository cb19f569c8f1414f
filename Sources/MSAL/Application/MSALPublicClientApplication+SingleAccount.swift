import Foundation
import KeyfobClient
import KeyfobCore

extension MSALPublicClientApplication {
    /// The current account of an app that has one user at a time, and the previous one.
    ///
    /// - Parameters:
    ///   - parameters: the queue of the completion block; nil for any queue.
    ///   - completionBlock: gets the current account (nil if no user is signed in) and the previous one (nil if that is
    ///     the same, or there was none); or an error, internal code -42102, if several accounts are signed in.
    #if canImport(ObjectiveC)
    @objc(getCurrentAccountWithParameters:completionBlock:)
    #endif
    @preconcurrency
    public func getCurrentAccount(
        with parameters: MSALParameters?,
        completionBlock: @escaping @Sendable (MSALAccount?, MSALAccount?, (any Error)?) -> Void
    ) {
        Completion.run(on: parameters?.completionBlockQueue) { (found: CurrentAccount?, error) in
            completionBlock(found?.current?.shown, found?.previous?.shown, error)
        } _: {
            try await self.currentAccount()
        }
    }

    /// The current account of an app that has one user at a time, and the previous one.
    ///
    /// - Parameter parameters: not used.
    /// - Returns: the current account, nil if no user is signed in, and the previous one, nil if that is the same.
    /// - Throws: an error of ``MSALErrorDomain``, internal code -42102, if several accounts are signed in.
    nonisolated(nonsending) public func currentAccount(
        with parameters: MSALParameters?
    ) async throws -> (MSALAccount?, MSALAccount?) {
        let found = try await currentAccount()
        return (found.current?.shown, found.previous?.shown)
    }

    private func currentAccount() async throws -> CurrentAccount {
        do throws(AuthError) {
            return try await core.currentAccount()
        } catch {
            throw ErrorTranslation.translate(error, during: .other)
        }
    }
}

extension Account {
    fileprivate var shown: MSALAccount { MSALAccount(self, showsProfiles: true) }
}
