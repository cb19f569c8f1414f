import KeyfobCore
import KeyfobFlows
import KeyfobOAuth

/// One sign-in in the broker's web view: it loads a provider's pages over the broker's own transport, with cookies of its
/// own, shows each to the person, and follows redirects itself, so that nothing but the broker sees what they carry.
///
/// No page is loaded in the clear, and no credential of the broker's goes to a host that is not an identity provider.
struct WebNavigation: Sendable {
    /// Redirects and pages at most; a person who types a password wrong needs two of them.
    private static let stepLimit = 200
    /// How many times a provider may ask for something to be done before the sign-in goes on.
    private static let exitLimit = 8

    let transport: any HTTPTransport
    let clock: any WallClock
    let cookies: BrokerCookies
    let credentials: any WebCredentials
    let screen: any BrokerScreenSession
    /// The certificate that the person signs in with; nil where they do so otherwise.
    let presentation: CertificatePresentation?
    /// Does what an exit asks for.
    let leaving: @Sendable (WebExit) async throws(AuthError) -> ExitOutcome

    /// Makes one in the broker's web view.
    init(
        _ core: BrokerCore, credentials: any WebCredentials, screen: any BrokerScreenSession,
        presentation: CertificatePresentation? = nil,
        leaving: @escaping @Sendable (WebExit) async throws(AuthError) -> ExitOutcome
    ) {
        transport = core.environment.transport
        clock = core.environment.clock
        cookies = core.cookies
        self.credentials = credentials
        self.screen = screen
        self.presentation = presentation
        self.leaving = leaving
    }

    private enum Step {
        case request(HTTPRequest)
        case arrived(String)
        case left(WebExit)
    }

    /// Loads a page and what follows until a redirect is accepted.
    ///
    /// - Throws: ``AuthError``: `userCanceled` if the person closed the page, `network`, `invalidResponse`, and what
    ///   ``leaving`` throws.
    func run(
        from start: HTTPURL, accepting: @Sendable (String) -> RedirectVerdict
    ) async throws(AuthError) -> String {
        var request = await page(start, nonce: nil)
        var exits = 0
        for _ in 0..<Self.stepLimit {
            switch try await step(request, accepting) {
            case .request(let next): request = next
            case .arrived(let redirect): return redirect
            case .left(let exit):
                exits += 1
                guard exits <= Self.exitLimit else { throw .remediationEndless }
                switch try await leaving(exit) {
                case .reload: request = await page(start, nonce: nil)
                case .open(let url): request = await page(url, nonce: nil)
                }
            }
        }
        throw AuthError(
            .invalidResponse, origin: .server, message: "The sign-in pages lead round in a circle.",
            remedy: "Start again; if it stays so, tell the administrator.")
    }

    private func step(
        _ request: HTTPRequest, _ accepting: @Sendable (String) -> RedirectVerdict
    ) async throws(AuthError) -> Step {
        let response = try await load(request)
        if (300..<400).contains(response.status), let location = response.fields["Location"] {
            return try await follow(location, from: request, response.status, accepting)
        }
        if response.status == 401, let challenge = response.pkeyAuthChallenge,
            let answer = await credentials.answer(to: challenge)
        {
            return .request(dressed(answer))
        }
        guard response.isHTML else {
            throw AuthError(unreadable: response, subject: "the sign-in page's request", retryAfter: nil)
        }
        let submission = try await screen.show(
            BrokerPage(
                html: String(decoding: response.body, as: UTF8.self), address: request.url,
                isTrusted: isProviders(request.url)))
        return try await submit(submission, from: request.url, accepting)
    }

    private func follow(
        _ location: String, from request: HTTPRequest, _ status: Int,
        _ accepting: @Sendable (String) -> RedirectVerdict
    ) async throws(AuthError) -> Step {
        if case .accepted = accepting(location) { return .arrived(location) }
        if let exit = WebExit(location) { return .left(try admitted(exit, from: request.url)) }
        if location.lowercased().hasPrefix("urn:http-auth:pkeyauth") {
            guard let answer = await credentials.answer(to: location) else { throw .badDeviceChallenge }
            return .request(dressed(answer))
        }
        guard let next = request.url.resolving(location) else { throw .strayed }
        let nonce = next.query.flatMap { try? FormParameters(parsing: $0) }?.nonEmpty("sso_nonce")
        guard status == 307 || status == 308, request.method == .post else {
            return .request(await page(try safe(next), nonce: nonce))
        }
        // What was posted goes on only to where it was meant for (RFC 9110 section 15.4.8).
        guard next.origin == request.url.origin else { throw .strayed }
        var same = request
        same.url = next
        return .request(dressed(same))
    }

    private func submit(
        _ submission: PageSubmission, from address: HTTPURL, _ accepting: @Sendable (String) -> RedirectVerdict
    ) async throws(AuthError) -> Step {
        if case .accepted = accepting(submission.action) { return .arrived(submission.action) }
        if let exit = WebExit(submission.action) { return .left(try admitted(exit, from: address)) }
        guard let target = address.resolving(submission.action) else { throw .strayed }
        let url = try safe(target)
        guard submission.isPost else {
            guard !submission.fields.isEmpty else { return .request(await page(url, nonce: nil)) }
            return .request(await page(url.with(path: url.path, query: submission.encoded.reveal()), nonce: nil))
        }
        var request = HTTPRequest(method: .post, url: url, body: Array(submission.encoded.reveal().utf8))
        request.fields.set("Content-Type", "application/x-www-form-urlencoded")
        request.fields.set("Origin", address.origin)
        return .request(dressed(request))
    }

    /// Lets a provider's page alone ask the broker for something: others are led to by pages, and nobody vouches for them.
    private func admitted(_ exit: WebExit, from url: HTTPURL) throws(AuthError) -> WebExit {
        guard isProviders(url) else {
            throw AuthError(
                .invalidResponse, origin: .server,
                message: "A page of \(url.host) asks the broker for what only an identity provider may ask for.",
                remedy: "Add the host to provider_hosts in the broker's settings if it is the organization's.")
        }
        return exit
    }

    /// Whether a page is of an identity provider that somebody vouches for.
    private func isProviders(_ url: HTTPURL) -> Bool {
        credentials.isProvider(url) || presentation?.isPlace(url) ?? false
    }

    private func safe(_ url: HTTPURL) throws(AuthError) -> HTTPURL {
        guard url.scheme == "https" else {
            throw AuthError(
                .invalidResponse, origin: .server,
                message: "A sign-in page leads to \(url.host) in the clear; it was not loaded.",
                remedy: "Tell the administrator; nothing was sent there.")
        }
        return url
    }

    /// A `GET` of a page; one of the authorization endpoint carries what the broker knows of the user.
    private func page(_ url: HTTPURL, nonce: String?) async -> HTTPRequest {
        var request = HTTPRequest(method: .get, url: url)
        if credentials.isProvider(url), url.path.lowercased().hasSuffix("/authorize"),
            let token = await credentials.singleSignOn(at: url, nonce: nonce)
        {
            request.fields.set("x-ms-RefreshTokenCredential", token.reveal())
        }
        return dressed(request)
    }

    /// The fields by which a provider knows a broker's web view. Until it has presented its certificate it is none that
    /// would have to be sent elsewhere for that.
    private func dressed(_ request: HTTPRequest) -> HTTPRequest {
        var request = request
        let provesDevice = presentation?.isOver ?? true
        request.fields.set("Accept", "text/html")
        request.fields.set("User-Agent", provesDevice ? BrokerUserAgent.name : BrokerUserAgent.plainName)
        if provesDevice { request.fields.set("x-ms-PkeyAuth+", "1.0") }
        request.fields.remove("Cookie")
        if let field = cookies.field(for: request.url, now: clock.now) { request.fields.set("Cookie", field) }
        return request
    }

    private func load(_ request: HTTPRequest) async throws(AuthError) -> HTTPResponse {
        guard !Task.isCancelled else {
            throw AuthError(.canceled, origin: .app, message: "The call was cancelled during the sign-in.")
        }
        do throws(TransportError) {
            let response = try await (presentation?.transport(for: request.url) ?? transport).send(request)
            cookies.receive(response.fields.all("Set-Cookie"), from: request.url, now: clock.now)
            return response
        } catch {
            throw AuthError(error)
        }
    }
}

extension HTTPResponse {
    /// The `WWW-Authenticate` field by which the device's key is asked for.
    fileprivate var pkeyAuthChallenge: String? {
        fields.all("WWW-Authenticate").first { $0.lowercased().hasPrefix("pkeyauth") }
    }

    fileprivate var isHTML: Bool { fields["Content-Type"]?.lowercased().contains("html") ?? false }
}

extension AuthError {
    fileprivate static var strayed: AuthError {
        AuthError(
            .invalidResponse, origin: .server, message: "A sign-in page leads to an address that no browser loads.",
            remedy: "Compare the app's redirect URI with its registration.")
    }

    fileprivate static var badDeviceChallenge: AuthError {
        AuthError(
            .invalidResponse, origin: .server,
            message: "The provider's question for the device's key is malformed, or leads to a stranger.",
            remedy: "Check the authority; nothing was signed.")
    }

    fileprivate static var remediationEndless: AuthError {
        AuthError(
            .interactionRequired, origin: .broker,
            message: "The device was registered and enrolled as the organization asked, and it still asks for more.",
            remedy: "Wait until the organization's rules have taken effect, and sign in again.")
    }
}
