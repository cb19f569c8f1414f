import Foundation
import KeyfobADALClient
import KeyfobCore
import KeyfobFlows
import KeyfobOAuth

/// Posts ADAL's notifications about another user agent; their object is the sign-in's ``ADHost/sessions``.
///
/// The address is posted without its query: any code in the process may observe it, and the query contains the user's
/// name.
struct NotifyingUserAgent: UserAgent {
    let base: any UserAgent
    let sessions: ADSessions

    func begin(_ redirectURI: RedirectURI) async throws(AuthError) -> any UserAgentSession {
        Session(base: try await base.begin(redirectURI), sessions: sessions)
    }

    private struct Session: UserAgentSession {
        let base: any UserAgentSession
        let sessions: ADSessions

        var redirectURI: RedirectURI { base.redirectURI }
        var receivesOnlyRedirects: Bool { base.receivesOnlyRedirects }

        func present(
            _ url: HTTPURL, accepting: @escaping @Sendable (String) -> RedirectDecision
        ) async throws(AuthError) -> String {
            guard url.scheme == "https" else {
                throw AuthError(
                    .configuration, origin: .userAgent, message: "The sign-in page is without TLS.",
                    remedy: "Use an authority whose pages are https.", cause: ADALClientError.insecureRedirect)
            }
            let address = URL(string: url.with(path: url.path, query: nil).description)
            post(.ADWebAuthDidStartLoad, address.map { ["url": $0] })
            do throws(AuthError) {
                let redirect = try await base.present(url, accepting: accepting)
                post(.ADWebAuthDidFinishLoad, nil)
                post(.ADWebAuthDidComplete, nil)
                return redirect
            } catch {
                post(.ADWebAuthDidFail, ["error": ADAuthenticationError(error, isSilent: false)])
                throw error
            }
        }

        func show(_ outcome: PageOutcome) async { await base.show(outcome) }
        func end() async { await base.end() }

        private func post(_ name: NSNotification.Name, _ userInfo: [String: Any]?) {
            NotificationCenter.default.post(name: name, object: sessions, userInfo: userInfo)
        }
    }
}
