import KeyfobCore
import KeyfobFlows

/// The provider's pages for one authorization request, in the broker's web view.
struct ProviderPages: Sendable {
    /// How the pages end.
    enum End: Sendable {
        /// The provider issued tokens.
        case signedIn(FlowResult)
        /// A page requests an action of the broker; afterwards the pages can go on.
        case left(BrokerActionURL)
    }

    private let driver: FlowDriver
    private let started: StartedCodeFlow
    var navigation: WebNavigation

    /// Starts an authorization code flow.
    ///
    /// - Throws: ``AuthError``: `configuration` for malformed scopes, and the errors of discovery.
    init(
        _ core: BrokerCore, _ parameters: CodeFlowParameters, screen: any BrokerScreenSession,
        credentials: any WebCredentials, presentation: CertificatePresentation? = nil
    ) async throws(AuthError) {
        driver = core.driver
        started = try await core.driver.startAuthorizationCode(parameters)
        navigation = WebNavigation(
            transport: core.environment.transport, clock: core.environment.clock, cookies: core.cookies, screen: screen,
            presentation: presentation, credentials: credentials)
    }

    /// Shows the first page, or another one after an exit, until the pages end.
    ///
    /// - Throws: ``AuthError``: `userCanceled` if the user closed the page, and the provider's errors.
    mutating func load(_ outcome: ExitStep = .reload) async throws(AuthError) -> End {
        let url =
            switch outcome {
            case .reload: started.page
            case .open(let url): url
            }
        switch try await navigation.run(from: url, accepting: { [started] in started.decision(on: $0) }) {
        case .redirected(let redirect): return .signedIn(try await driver.finish(started, redirect: redirect))
        case .left(let exit): return .left(exit)
        }
    }
}
