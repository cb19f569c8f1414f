import KeyfobBackport
import KeyfobCore
import KeyfobFlows

/// One sign-in in the app's own pages.
final class EmbeddedSession: UserAgentSession {
    private enum Outcome: Sendable {
        case redirect(String)
        case refused(AuthError)
    }

    let redirectURI: RedirectURI
    private let renderer: any PageRenderer
    private let openOutside: (any BrowserLauncher)?
    private let events: (@Sendable (PageEvent) -> Void)?
    private let ending = Mutex<Outcome?>(nil)

    init(
        redirectURI: RedirectURI, renderer: any PageRenderer, openOutside: (any BrowserLauncher)?,
        events: (@Sendable (PageEvent) -> Void)?
    ) {
        self.redirectURI = redirectURI
        self.renderer = renderer
        self.openOutside = openOutside
        self.events = events
    }

    /// Shows the page until it navigates to an accepted redirect, or to an address that is refused.
    func present(
        _ url: HTTPURL, accepting: @escaping @Sendable (String) -> RedirectDecision
    ) async throws(AuthError) -> String {
        let events = events
        let shown: Result<Void, AuthError>
        do throws(AuthError) {
            shown = .success(
                try await renderer.show(url, deciding: { self.decision(on: $0, accepting) }, reporting: { events?($0) })
            )
        } catch {
            shown = .failure(error)
        }
        events?(.didComplete)
        // A redirect counts, even if the page was closed at the same moment.
        switch ending.withLock({ $0 }) {
        case .redirect(let redirect): return redirect
        case .refused(let error): throw error
        case nil:
            try shown.get()
            throw AuthError(
                .userCanceled, origin: .userAgent, message: "The page was closed without a response.",
                remedy: "Start the sign-in again.")
        }
    }

    /// Closes the page.
    func end() async { await renderer.dismiss() }

    private func decision(on address: String, _ accepting: (String) -> RedirectDecision) -> NavigationDecision {
        if case .accepted = accepting(address) { return stop(.redirect(address)) }
        switch NavigationPolicy.decide(address) {
        case .load: return .load
        case .ignore: return .ignore
        case .respond(let url, let authorization):
            return .replace(url: url.description, fields: ["Authorization": authorization.reveal()])
        case .openOutside(let address):
            if let openOutside, let url = HTTPURL(address) { Task { try? await openOutside.open(url) } }
            return .ignore
        case .refuse(let scheme):
            return stop(
                .refused(
                    AuthError(
                        .invalidResponse, origin: .userAgent,
                        message: "The sign-in page navigated to an address that is not https (\(scheme)).",
                        remedy: "Check the redirect URI, and that every page of the sign-in uses https.")))
        }
    }

    /// Stops the sign-in; only the first ending counts.
    private func stop(_ ending: Outcome) -> NavigationDecision {
        self.ending.withLock { if $0 == nil { $0 = ending } }
        return .stop
    }
}
