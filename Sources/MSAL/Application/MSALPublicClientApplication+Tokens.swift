import Foundation
import KeyfobClient
import KeyfobCore

extension MSALPublicClientApplication {
    func acquireTokenSilent(_ request: SilentRequest) async throws -> MSALResult {
        do throws(AuthError) {
            return request.result(try await core.acquireTokenSilent(request.parameters))
        } catch {
            throw request.error(error, during: .silent, account: request.parameters.account)
        }
    }

    func begin(_ request: InteractiveRequest, _ session: InteractiveSession) throws -> InteractiveRequest {
        try ErrorTranslation.correlating(request.correlationID) { try process.sessions.begin(session) }
        return request
    }

    func acquireToken(_ request: InteractiveRequest, _ session: InteractiveSession) async throws -> MSALResult {
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
