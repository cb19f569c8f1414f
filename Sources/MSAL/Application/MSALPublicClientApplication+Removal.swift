import Foundation
import KeyfobClient
import KeyfobCore

extension MSALPublicClientApplication {
    /// Removes an account from this app alone: the account leaves the list, and its next silent call needs the user.
    /// Other apps of the suite and the browser keep theirs. No request is sent.
    ///
    /// The call blocks until the removal is on the disk: milliseconds, or as long as another process holds the store's
    /// lock.
    ///
    /// - Parameter account: the account to remove.
    /// - Throws: an error of ``MSALErrorDomain``, or of the keychain.
    #if canImport(ObjectiveC)
    @objc(removeAccount:error:)
    #endif
    public func remove(_ account: MSALAccount) throws {
        let core = core
        try ErrorTranslation.rethrowing { () throws(AuthError) in
            try Blocking.wait { () throws(AuthError) in try await core.removeAccount(account.core) }
        }
    }

    /// Signs an account out: in the app in any case, and then, if the parameters request it, in the browser.
    ///
    /// - Parameters:
    ///   - account: the account to sign out.
    ///   - signoutParameters: the extent of the sign-out.
    ///   - completionBlock: gets whether the account was signed out, or an error; on the main queue if the parameters
    ///     name no other.
    #if canImport(ObjectiveC)
    @objc(signoutWithAccount:signoutParameters:completionBlock:)
    #endif
    @preconcurrency
    public func signout(
        with account: MSALAccount, signoutParameters: MSALSignoutParameters,
        completionBlock: @escaping @Sendable (Bool, (any Error)?) -> Void
    ) {
        let session = InteractiveSession()
        let request = SignoutRequest(account, signoutParameters, of: self, session: session)
        // Begun here and not in the task, so that a cancellation right after this call finds the sign-out.
        let parameters = begin(request, session)
        Completion.run(on: signoutParameters.completionBlockQueue ?? .main) {
            completionBlock($0 ?? false, $1)
        } _: {
            try await self.signout(request, parameters, session)
        }
    }

    /// Signs an account out: in the app in any case, and then, if the parameters request it, in the browser.
    ///
    /// - Parameters:
    ///   - account: the account to sign out.
    ///   - signoutParameters: the extent of the sign-out.
    /// - Returns: whether the account was signed out.
    /// - Throws: an error of ``MSALErrorDomain``, or one of the system's. With `signoutFromBrowser` also internal code
    ///   -42402 if a sign-in is under way, and -42403 if nothing can show the page; the account is removed from the app
    ///   before either is thrown.
    @discardableResult
    nonisolated(nonsending) public func signout(
        with account: MSALAccount, signoutParameters: MSALSignoutParameters
    ) async throws -> Bool {
        let session = InteractiveSession()
        let request = SignoutRequest(account, signoutParameters, of: self, session: session)
        return try await signout(request, begin(request, session), session)
    }

    private func signout(
        _ request: SignoutRequest, _ parameters: SignOutParameters, _ session: InteractiveSession
    ) async throws -> Bool {
        defer { process.sessions.end(session) }
        let core = core
        let outcome = await session.run { () throws(AuthError) in try await core.signOut(request.account, parameters) }
        do throws(AuthError) {
            try outcome.get()
            return true
        } catch {
            throw ErrorTranslation.translate(error, during: .other, account: request.account)
        }
    }

    /// Reserves the one page, if the sign-out shows one. If a sign-in holds it, the account is still signed out in the
    /// app.
    private func begin(_ request: SignoutRequest, _ session: InteractiveSession) -> SignOutParameters {
        guard request.parameters.fromBrowser else { return request.parameters }
        do {
            try process.sessions.begin(session)
            return request.parameters
        } catch {
            return request.obstructed(by: error)
        }
    }
}
