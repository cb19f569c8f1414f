import KeyfobBackport
public import KeyfobCore
public import KeyfobFlows
public import KeyfobOAuth

/// A user agent whose person follows a script, over a real cookie jar and the provider's forms.
public final class ScriptedUserAgent: UserAgent {
    private struct State {
        var person: Person
        var browser: FormBrowser
        var visits: [Person.Visit] = []
    }

    private let state: Mutex<State>

    /// Makes a user agent.
    public init(person: Person, transport: any HTTPTransport, clock: any WallClock = SystemClock()) {
        state = Mutex(State(person: person, browser: FormBrowser(transport: transport, clock: clock)))
    }

    /// The person at the browser; may be changed between two sign-ins.
    public var person: Person {
        get { state.withLock { $0.person } }
        set { state.withLock { $0.person = newValue } }
    }

    /// The browser's cookies.
    package var cookies: CookieJar {
        get { state.withLock { $0.browser.cookies } }
        set { state.withLock { $0.browser.cookies = newValue } }
    }

    /// The outcome of each start of the browser.
    public var visits: [Person.Visit] { state.withLock { $0.visits } }

    /// Makes a session that needs no listener: the redirect is read from the provider's response.
    public func begin(_ redirectURI: RedirectURI) async throws(AuthError) -> any UserAgentSession {
        Session(agent: self, redirectURI: redirectURI)
    }

    private struct Session: UserAgentSession {
        let agent: ScriptedUserAgent
        let redirectURI: RedirectURI

        func present(
            _ url: HTTPURL, accepting: @escaping @Sendable (String) -> RedirectDecision
        ) async throws(AuthError) -> String {
            var (person, browser) = agent.state.withLock { ($0.person, $0.browser) }
            let visit: Person.Visit
            do {
                visit = try await person.visit(url, with: &browser)
            } catch {
                throw AuthError(.userAgentUnavailable, origin: .userAgent, message: String(describing: error))
            }
            person = agent.person
            agent.state.withLock { state in
                state.browser = browser
                state.visits.append(visit)
                if let key = visit.registeredKey { state.person.authenticatorKey = key }
            }
            guard let redirect = visit.redirect, case .accepted = accepting(redirect) else {
                throw AuthError(
                    .userCanceled, origin: .userAgent,
                    message: visit.errorText ?? "The person closed the browser at page \(visit.pages.last ?? "none").")
            }
            return redirect
        }

        func end() async {}
    }
}
