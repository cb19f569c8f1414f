import Foundation
import KeyfobClient
import KeyfobCore
import KeyfobFlows
import KeyfobOAuth

/// Tells of what another user agent does by ADAL's notifications, whose object is the place of the sign-in
/// (``ADHost/sessions``).
///
/// The address goes without its query: everybody in the process hears it, and the query has the person's name.
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
        var hearsRedirectsAlone: Bool { base.hearsRedirectsAlone }

        func present(
            _ url: HTTPURL, accepting: @escaping @Sendable (String) -> RedirectVerdict
        ) async throws(AuthError) -> String {
            guard url.scheme == "https" else {
                throw AuthError(
                    .configuration, origin: .userAgent, message: "The sign-in page is without TLS.",
                    remedy: "Use an authority whose pages are https.", cause: V1Fault.insecureRedirect)
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

        func end() async { await base.end() }

        private func post(_ name: NSNotification.Name, _ userInfo: [String: Any]?) {
            NotificationCenter.default.post(name: name, object: sessions, userInfo: userInfo)
        }
    }
}
