import Foundation
import KeyfobClient
import KeyfobCore

/// Gets a result or an error, and never both.
public typealias MSALCompletionBlock = (_ result: MSALResult?, _ error: (any Error)?) -> Void

extension MSALPublicClientApplication {
    /// Lets a person sign in and gets a token. A page is always shown.
    ///
    /// - Parameters:
    ///   - parameters: what to ask for.
    ///   - completionBlock: gets the result or an error, on the main queue if the parameters name no other.
    #if canImport(ObjectiveC)
    @objc(acquireTokenWithParameters:completionBlock:)
    #endif
    @preconcurrency
    public func acquireToken(
        with parameters: MSALInteractiveTokenParameters,
        completionBlock: @escaping @Sendable (MSALResult?, (any Error)?) -> Void
    ) {
        let request = Result { try InteractiveRequest(parameters, of: self) }
        Answer.run(on: parameters.completionBlockQueue ?? .main, completionBlock) {
            try await self.acquireToken(request.get())
        }
    }

    /// Lets a person sign in and gets a token. A page is always shown.
    ///
    /// - Parameter parameters: what to ask for.
    /// - Throws: an error of ``MSALErrorDomain``, or one of the system's.
    nonisolated(nonsending) public func acquireToken(
        with parameters: MSALInteractiveTokenParameters
    ) async throws -> MSALResult { try await acquireToken(InteractiveRequest(parameters, of: self)) }

    /// Gets a token without any user interface: from the store, else by a refresh token.
    ///
    /// - Parameters:
    ///   - parameters: what to ask for.
    ///   - completionBlock: gets the result or an error, on any queue if the parameters name none.
    #if canImport(ObjectiveC)
    @objc(acquireTokenSilentWithParameters:completionBlock:)
    #endif
    @preconcurrency
    public func acquireTokenSilent(
        with parameters: MSALSilentTokenParameters,
        completionBlock: @escaping @Sendable (MSALResult?, (any Error)?) -> Void
    ) {
        let request = Result { try SilentRequest(parameters, of: self) }
        Answer.run(on: parameters.completionBlockQueue, completionBlock) {
            try await self.acquireTokenSilent(request.get())
        }
    }

    /// Gets a token without any user interface: from the store, else by a refresh token.
    ///
    /// - Parameter parameters: what to ask for.
    /// - Throws: an error of ``MSALErrorDomain``, or one of the system's.
    nonisolated(nonsending) public func acquireTokenSilent(
        with parameters: MSALSilentTokenParameters
    ) async throws -> MSALResult { try await acquireTokenSilent(SilentRequest(parameters, of: self)) }

    private func acquireTokenSilent(_ request: SilentRequest) async throws -> MSALResult {
        do throws(AuthError) {
            return request.result(try await core.acquireTokenSilent(request.parameters))
        } catch {
            throw await translated(error, request)
        }
    }

    /// With declined scopes the token for the others is in the store by now.
    private func translated(_ error: AuthError, _ request: SilentRequest) async -> NSError {
        let account = request.parameters.account
        return ErrorTranslation.translate(
            error, during: .silent, account: account,
            partial: await partialResult(error, account: account, request: request))
    }

    private func partialResult(_ error: AuthError, account: Account?, request: some TokenRequestSource) async
        -> MSALResult?
    {
        guard error.code == .serverDeclinedScopes, let granted = error.grantedScopes, let account else { return nil }
        var silent = SilentParameters(scopes: granted, account: account, authority: request.authority)
        silent.correlationID = error.correlationID
        guard let result = try? await core.acquireTokenSilent(silent) else { return nil }
        return request.result(result)
    }

    private func acquireToken(_ request: InteractiveRequest) async throws -> MSALResult {
        let session = InteractiveSession()
        guard process.sessions.begin(session) else {
            throw ErrorTranslation.error(
                .internalErrorInteractiveSessionAlreadyRunning,
                "Another sign-in is under way. Wait for it, or cancel it with cancelCurrentWebAuthSession().")
        }
        defer { process.sessions.end(session) }
        let app = request.application(session)
        let outcome = await session.run { () throws(AuthError) in try await app.acquireToken(request.parameters) }
        do throws(AuthError) {
            return request.result(try outcome.get())
        } catch {
            throw ErrorTranslation.translate(
                error, during: .interactive, account: request.parameters.account,
                partial: await partialResult(error, account: request.parameters.account, request: request))
        }
    }
}
