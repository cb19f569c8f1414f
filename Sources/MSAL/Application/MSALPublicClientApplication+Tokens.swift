import Foundation
import KeyfobClient
import KeyfobCore

/// Gets a result or an error, never both.
public typealias MSALCompletionBlock = (_ result: MSALResult?, _ error: (any Error)?) -> Void

extension MSALPublicClientApplication {
    /// Lets the user sign in and gets a token. A page is always shown.
    ///
    /// - Parameters:
    ///   - parameters: the request.
    ///   - completionBlock: gets the result or an error, on the main queue if the parameters name no other.
    #if canImport(ObjectiveC)
    @objc(acquireTokenWithParameters:completionBlock:)
    #endif
    @preconcurrency
    public func acquireToken(
        with parameters: MSALInteractiveTokenParameters,
        completionBlock: @escaping @Sendable (MSALResult?, (any Error)?) -> Void
    ) {
        let session = InteractiveSession()
        // Begun here and not in the task, so that a cancellation right after this call finds the sign-in.
        let request = Result { try begin(InteractiveRequest(parameters, of: self, session: session), session) }
        Completion.run(on: parameters.completionBlockQueue ?? .main, completionBlock) {
            try await self.acquireToken(request.get(), session)
        }
    }

    /// Lets the user sign in and gets a token. A page is always shown.
    ///
    /// - Parameter parameters: the request.
    /// - Throws: an error of ``MSALErrorDomain``, or one of the system's.
    nonisolated(nonsending) public func acquireToken(
        with parameters: MSALInteractiveTokenParameters
    ) async throws -> MSALResult {
        let session = InteractiveSession()
        let request = try begin(InteractiveRequest(parameters, of: self, session: session), session)
        return try await acquireToken(request, session)
    }

    /// Gets a token without any user interface: from the store, else by a refresh token.
    ///
    /// - Parameters:
    ///   - parameters: the request.
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
        Completion.run(on: parameters.completionBlockQueue, completionBlock) {
            try await self.acquireTokenSilent(request.get())
        }
    }

    /// Gets a token without any user interface: from the store, else by a refresh token.
    ///
    /// - Parameter parameters: the request.
    /// - Throws: an error of ``MSALErrorDomain``, or one of the system's.
    nonisolated(nonsending) public func acquireTokenSilent(
        with parameters: MSALSilentTokenParameters
    ) async throws -> MSALResult { try await acquireTokenSilent(SilentRequest(parameters, of: self)) }

    private func acquireTokenSilent(_ request: SilentRequest) async throws -> MSALResult {
        do throws(AuthError) {
            return request.result(try await core.acquireTokenSilent(request.parameters))
        } catch {
            throw request.error(error, during: .silent, account: request.parameters.account)
        }
    }

    private func begin(_ request: InteractiveRequest, _ session: InteractiveSession) throws -> InteractiveRequest {
        try ErrorTranslation.correlating(request.correlationID) { try process.sessions.begin(session) }
        return request
    }

    private func acquireToken(
        _ request: InteractiveRequest, _ session: InteractiveSession
    ) async throws -> MSALResult {
        defer { process.sessions.end(session) }
        let core = core
        let outcome = await session.run { () throws(AuthError) in try await core.acquireToken(request.parameters) }
        do throws(AuthError) {
            return request.result(try outcome.get())
        } catch {
            throw request.error(error, during: .interactive, account: request.parameters.account)
        }
    }
}
