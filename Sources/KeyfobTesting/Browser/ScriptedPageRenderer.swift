import KeyfobBackport
package import KeyfobCore
package import KeyfobFlows
package import KeyfobOAuth

/// Pages that an app draws itself, with a person who follows a script: the equivalent of a web view on a device. It has
/// its own cookies, which stay from one sign-in to the next.
package final class ScriptedPageRenderer: PageRenderer {
    private struct State {
        var person: Person
        var browser: FormBrowser
        var visits: [Person.Visit] = []
        var dismissals = 0
    }

    private let state: Mutex<State>

    /// Makes a renderer.
    package init(person: Person, transport: any HTTPTransport, clock: any WallClock = SystemClock()) {
        state = Mutex(State(person: person, browser: FormBrowser(transport: transport, clock: clock)))
    }

    /// The cookies of the pages.
    package var cookies: CookieJar { state.withLock { $0.browser.cookies } }
    /// The outcome of each visit to the pages.
    package var visits: [Person.Visit] { state.withLock { $0.visits } }
    /// The number of times that the page was dismissed.
    package var dismissals: Int { state.withLock { $0.dismissals } }

    /// Visits the page, and evaluates the first address and the one to which the site redirects the person in the end.
    package func show(
        _ url: HTTPURL, deciding: @escaping @Sendable (String) -> NavigationDecision,
        reporting: @escaping @Sendable (PageEvent) -> Void
    ) async throws(AuthError) {
        guard deciding(url.description) == .load else { return }
        reporting(.didStartLoad(url.origin + url.path))
        var (person, browser) = state.withLock { ($0.person, $0.browser) }
        let visit: Person.Visit
        do {
            visit = try await person.visit(url, with: &browser)
        } catch {
            reporting(.didFail(url.origin + url.path))
            throw AuthError(.network, origin: .userAgent, message: String(describing: error))
        }
        person = state.withLock { $0.person }
        state.withLock { state in
            state.browser = browser
            state.visits.append(visit)
        }
        reporting(.didFinishLoad(url.origin + url.path))
        guard let redirect = visit.redirect, deciding(redirect) == .stop else {
            throw AuthError(.userCanceled, origin: .userAgent, message: "The person closed the page.")
        }
    }

    /// Counts the dismissal.
    package func dismiss() async { state.withLock { $0.dismissals += 1 } }
}
