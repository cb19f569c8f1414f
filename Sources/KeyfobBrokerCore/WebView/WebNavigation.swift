import KeyfobCore
import KeyfobFlows
import KeyfobOAuth

/// One sign-in in the broker's web view: it loads a provider's pages over the broker's own transport, with its own
/// cookies, shows each to the user, and follows redirects itself, so that no other process sees their contents.
///
/// No page is loaded without TLS, and no credential of the broker's is sent to a host that is not an identity provider.
struct WebNavigation: Sendable {
    /// The `User-Agent` of the web view; its suffix tells federated sign-in pages that it can prove the device's key.
    static let name = "\(plainName) (\(DeviceDialect.deviceChallengeAgent))"
    /// The `User-Agent` until a certificate is presented, which providers do not request from the other one.
    static let plainName = "Keyfob-Broker/1.0"
    /// The limit of redirects and pages; a mistyped password needs two of them.
    private static let stepLimit = 200
    let transport: any HTTPTransport
    let clock: any WallClock
    let cookies: BrokerCookies
    let screen: any BrokerScreenSession
    /// The certificate that the user signs in with; nil for other sign-ins.
    let presentation: CertificatePresentation?
    /// What the broker presents to the provider; may change once a user has signed in.
    var credentials: any WebCredentials
    private var steps = 0

    init(
        transport: any HTTPTransport, clock: any WallClock, cookies: BrokerCookies, screen: any BrokerScreenSession,
        presentation: CertificatePresentation?, credentials: any WebCredentials
    ) {
        self.transport = transport
        self.clock = clock
        self.cookies = cookies
        self.screen = screen
        self.presentation = presentation
        self.credentials = credentials
    }

    /// How the pages end.
    enum End: Sendable {
        /// With an accepted redirect.
        case redirected(String)
        /// With a request to the broker. Afterwards the navigation can run again.
        case left(BrokerActionURL)
    }

    private enum Step {
        case request(HTTPRequest)
        case end(End)
    }

    /// Loads a page and those that follow until a redirect is accepted or a page requests an action of the broker.
    ///
    /// - Throws: ``AuthError``: `userCanceled` if the user closed the page, `network`, `invalidResponse`.
    mutating func run(
        from start: HTTPURL, accepting: @Sendable (String) -> RedirectDecision
    ) async throws(AuthError) -> End {
        var request = await page(start, nonce: nil)
        while steps < Self.stepLimit {
            steps += 1
            switch try await step(request, accepting) {
            case .request(let next): request = next
            case .end(let end): return end
            }
        }
        throw AuthError(
            .invalidResponse, origin: .server, message: "The sign-in pages redirect in a loop.",
            remedy: "Start again. If that does not help, ask the administrator.")
    }

    private func step(
        _ request: HTTPRequest, _ accepting: @Sendable (String) -> RedirectDecision
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
        _ accepting: @Sendable (String) -> RedirectDecision
    ) async throws(AuthError) -> Step {
        if case .accepted = accepting(location) { return .end(.redirected(location)) }
        if let exit = BrokerActionURL(location) { return .end(.left(try admitted(exit, from: request.url))) }
        if location.lowercased().hasPrefix("urn:http-auth:pkeyauth") {
            guard let answer = await credentials.answer(to: location) else { throw .badDeviceChallenge }
            return .request(dressed(answer))
        }
        guard let next = request.url.resolving(location) else { throw .strayed }
        let nonce = next.query.flatMap { try? FormParameters(parsing: $0) }?.nonEmpty("sso_nonce")
        guard status == 307 || status == 308, request.method == .post else {
            return .request(await page(try safe(next), nonce: nonce))
        }
        // A posted body is sent on to the same origin only (RFC 9110 section 15.4.8).
        guard next.origin == request.url.origin else { throw .strayed }
        var same = request
        same.url = next
        return .request(dressed(same))
    }

    private func submit(
        _ submission: PageSubmission, from address: HTTPURL, _ accepting: @Sendable (String) -> RedirectDecision
    ) async throws(AuthError) -> Step {
        if case .accepted = accepting(submission.action) { return .end(.redirected(submission.action)) }
        if let exit = BrokerActionURL(submission.action) { return .end(.left(try admitted(exit, from: address))) }
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

    /// Accepts an exit only from a provider's page: other pages that the web view reaches are not trusted.
    private func admitted(_ exit: BrokerActionURL, from url: HTTPURL) throws(AuthError) -> BrokerActionURL {
        guard isProviders(url) else {
            throw AuthError(
                .invalidResponse, origin: .server,
                message: "A page of \(url.host) requests an action that only an identity provider may request.",
                remedy: "Add the host to provider_hosts in the broker's settings if it is the organization's.")
        }
        return exit
    }

    /// Returns whether a page belongs to a trusted identity provider.
    private func isProviders(_ url: HTTPURL) -> Bool {
        credentials.isProvider(url) || presentation?.isPlace(url) ?? false
    }

    private func safe(_ url: HTTPURL) throws(AuthError) -> HTTPURL {
        guard url.scheme == "https" else {
            throw AuthError(
                .invalidResponse, origin: .server,
                message: "A sign-in page redirects to \(url.host) without TLS; it was not loaded.",
                remedy: "Tell the administrator; nothing was sent there.")
        }
        return url
    }

    /// Returns a `GET` request for a page; for the authorization endpoint it contains the user's single sign-on
    /// credential.
    private func page(_ url: HTTPURL, nonce: String?) async -> HTTPRequest {
        var request = HTTPRequest(method: .get, url: url)
        if credentials.isProvider(url), url.path.lowercased().hasSuffix("/authorize"),
            let token = await credentials.singleSignOn(at: url, nonce: nonce)
        {
            request.fields.set("x-ms-RefreshTokenCredential", token.reveal())
        }
        return dressed(request)
    }

    /// Adds the fields that identify the broker's web view to a provider. Until it has presented its certificate it
    /// does not announce the device's key, so that the provider does not redirect it elsewhere for certificates.
    private func dressed(_ request: HTTPRequest) -> HTTPRequest {
        var request = request
        let provesDevice = presentation?.isOver ?? true
        request.fields.set("Accept", "text/html")
        request.fields.set("User-Agent", provesDevice ? Self.name : Self.plainName)
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
    /// The `WWW-Authenticate` field that requests the device's key.
    fileprivate var pkeyAuthChallenge: String? {
        fields.all("WWW-Authenticate").first { $0.lowercased().hasPrefix("pkeyauth") }
    }

    fileprivate var isHTML: Bool { fields["Content-Type"]?.lowercased().contains("html") ?? false }
}

extension AuthError {
    fileprivate static var strayed: AuthError {
        AuthError(
            .invalidResponse, origin: .server, message: "A sign-in page redirects to a URL that browsers do not load.",
            remedy: "Compare the app's redirect URI with its registration.")
    }

    fileprivate static var badDeviceChallenge: AuthError {
        AuthError(
            .invalidResponse, origin: .server,
            message: "The provider's challenge for the device's key is malformed, or names an untrusted host.",
            remedy: "Check the authority; nothing was signed.")
    }
}
