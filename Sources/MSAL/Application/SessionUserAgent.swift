import Foundation
import KeyfobCore
import KeyfobFlows
import KeyfobOAuth

/// A user agent whose redirect may also arrive through the app's delegate, in `handleMSALResponse`. The first of the
/// two ends the page.
struct SessionUserAgent: UserAgent {
    let base: any UserAgent
    let session: InteractiveSession

    func begin(_ redirectURI: RedirectURI) async throws(AuthError) -> any UserAgentSession {
        Page(base: try await base.begin(redirectURI), session: session)
    }

    private struct Page: UserAgentSession {
        let base: any UserAgentSession
        let session: InteractiveSession

        var redirectURI: RedirectURI { base.redirectURI }
        var receivesOnlyRedirects: Bool { base.receivesOnlyRedirects }

        func present(
            _ url: HTTPURL, accepting: @escaping @Sendable (String) -> RedirectDecision
        ) async throws(AuthError) -> String {
            session.open(accepting)
            defer { session.close() }
            let outcome = await withTaskGroup(of: Result<String, AuthError>?.self) { group in
                group.addTask {
                    do throws(AuthError) {
                        return .success(try await base.present(url, accepting: accepting))
                    } catch {
                        return .failure(error)
                    }
                }
                group.addTask { await session.redirect().map { .success($0) } }
                var outcome: Result<String, AuthError>?
                while outcome == nil, let next = await group.next() { outcome = next }
                group.cancelAll()
                return outcome
            }
            guard let outcome else {
                throw AuthError(.canceled, origin: .app, message: "The sign-in was cancelled.")
            }
            return try outcome.get()
        }

        func show(_ outcome: PageOutcome) async { await base.show(outcome) }
        func end() async { await base.end() }
    }
}
