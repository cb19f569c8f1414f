import Foundation
import KeyfobClient
import KeyfobCore

extension MSALPublicClientApplication {
    func signout(
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
    func begin(_ request: SignoutRequest, _ session: InteractiveSession) -> SignOutParameters {
        guard request.parameters.fromBrowser else { return request.parameters }
        do {
            try process.sessions.begin(session)
            return request.parameters
        } catch {
            return request.obstructed(by: error)
        }
    }
}
