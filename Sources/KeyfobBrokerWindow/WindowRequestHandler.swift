import KeyfobBackport
import KeyfobBrokerCore
import KeyfobCore
import KeyfobCrypto

/// The state of one window, without sockets: the broker shows a page, and the browser's requests fetch it and return
/// the user's action.
///
/// Every local user can connect to a loopback port. So the URL contains a secret, and the first browser that opens it
/// gets a cookie that all further requests need; each page's forms and links contain a secret of that page.
final class WindowRequestHandler: Sendable {
    /// The outcome of a request.
    enum Outcome: Sendable, Hashable {
        case respond(WindowResponse)
        /// There is no page yet: ask again when one is shown.
        case wait
    }

    private struct Shown {
        var token: String
        /// The broker's page, with the bar.
        var frame: String
        /// The content of its frame.
        var html: String
        var forms: [PageRewriter.Form]
        var links: [String]
    }

    private struct State {
        var shown: Shown?
        var waiter: CheckedContinuation<Result<PageSubmission, AuthError>, Never>?
        var cookie: String?
        /// Why nothing more is shown; nil while the window is open.
        var ending: AuthError?
        /// Called when the first browser has entered.
        var entered: (@Sendable () -> Void)?
    }

    private let secret: String
    private let origin: String
    private let mode: WindowMode
    private let app: RequestingApp
    private let random: any RandomSource
    private let state = Mutex(State())

    init(origin: String, mode: WindowMode, app: RequestingApp, random: any RandomSource) {
        self.origin = origin
        self.mode = mode
        self.app = app
        self.random = random
        secret = random.token()
    }

    /// The URL that opens the window; a secret until it was opened.
    var address: Secret<String> { Secret("\(origin)/\(secret)/") }

    /// Whether the window has ended.
    var isEnded: Bool { state.withLock { $0.ending != nil } }

    /// Shows a page and waits for the user's action.
    ///
    /// - Parameter ready: called when waiting requests can be served.
    func show(_ page: BrokerPage, ready: @Sendable () -> Void) async throws(AuthError) -> PageSubmission {
        let token = random.token(byteCount: 18)
        let base = "/\(secret)/\(token)"
        let rewritten = PageRewriter(page.html, base: base, keepsStyle: page.isTrusted)
        let frame = WindowFrame(address: page.address, app: app, mode: mode, base: base)
        let result = await withCheckedContinuation { continuation in
            let ending = state.withLock { state -> AuthError? in
                if let ending = state.ending { return ending }
                state.shown = Shown(
                    token: token, frame: frame.html, html: rewritten.html, forms: rewritten.forms,
                    links: rewritten.links)
                state.waiter = continuation
                return nil
            }
            if let ending { continuation.resume(returning: .failure(ending)) } else { ready() }
        }
        return try result.get()
    }

    /// Ends the window: a pending wait and every later one end with the error, unless there was an earlier reason.
    func end(_ error: AuthError = .windowClosed) {
        let waiter = state.withLock { state in
            state.ending = state.ending ?? error
            state.shown = nil
            return state.waiter.take()
        }
        waiter?.resume(returning: .failure(error))
    }

    /// Responds to a request.
    func answer(_ request: WindowRequest) -> Outcome {
        guard "http://\(request.host)" == origin else {
            return .respond(.refused(421, "The request names another host."))
        }
        let path = request.target.prefix { $0 != "?" }
        let parts = path.split(separator: "/", omittingEmptySubsequences: false).dropFirst().map(String.init)
        guard let first = parts.first, ConstantTime.equal(first, secret) else {
            return .respond(.refused(404, "Nothing is here."))
        }
        if request.method == "GET", parts.count == 2, parts[1].isEmpty { return .respond(enter(request)) }
        guard isKnown(request) else {
            return .respond(.refused(403, "This window was opened by another browser."))
        }
        switch (request.method, parts.count) {
        case ("GET", 2) where parts[1] == "page": return page()
        case ("GET", 3) where parts[2] == "frame": return .respond(framed(parts[1], request))
        case ("GET", 4) where parts[2] == "follow": return .respond(follow(parts[1], parts[3]))
        case ("POST", 4) where parts[2] == "send": return .respond(send(parts[1], parts[3], request))
        case ("POST", 3) where parts[2] == "leave": return .respond(leave(parts[1], request))
        case ("GET", _), ("POST", _): return .respond(.refused(404, "Nothing is here."))
        default: return .respond(.refused(405, "Only pages and forms are served here."))
        }
    }

    /// Calls a closure when the first browser has entered: the redirect file is not needed from then on.
    func whenEntered(_ body: @escaping @Sendable () -> Void) { state.withLock { $0.entered = body } }

    private func enter(_ request: WindowRequest) -> WindowResponse {
        let cookie = random.token()
        let (isFirst, entered) = state.withLock { state -> (Bool, (@Sendable () -> Void)?) in
            guard state.cookie == nil else { return (false, nil) }
            state.cookie = cookie
            return (true, state.entered.take())
        }
        entered?()
        let page = "/\(secret)/page"
        guard !isFirst else {
            // Not Strict: the window is entered from a file, and a browser sends no Strict cookie on that redirect.
            return .redirect(
                to: page, settingCookie: "\(Self.cookieName)=\(cookie); Path=/\(secret)/; HttpOnly; SameSite=Lax")
        }
        guard isKnown(request) else { return .refused(403, "This window was opened by another browser.") }
        return .redirect(to: page)
    }

    private static let cookieName = "keyfob_window"

    private func isKnown(_ request: WindowRequest) -> Bool {
        guard let cookie = state.withLock({ $0.cookie }), let sent = request.cookies[Self.cookieName] else {
            return false
        }
        // Cookies have no port: another program of this machine may have set one of the same name.
        return sent.contains { ConstantTime.equal(cookie, $0) }
    }

    private func page() -> Outcome {
        state.withLock { state in
            if let shown = state.shown { return .respond(.page(shown.frame)) }
            return state.ending != nil ? .respond(.ended) : .wait
        }
    }

    /// Returns the provider's page: only for the frame, since a page without the bar does not show whose it is.
    private func framed(_ token: String, _ request: WindowRequest) -> WindowResponse {
        guard request.destination ?? "iframe" == "iframe" else { return .redirect(to: "/\(secret)/page") }
        let html = state.withLock { state in
            state.shown.flatMap { ConstantTime.equal($0.token, token) ? $0.html : nil }
        }
        return html.map(WindowResponse.framed) ?? .refused(404, "This page is no longer shown.")
    }

    private func send(_ token: String, _ place: String, _ request: WindowRequest) -> WindowResponse {
        guard request.origin.map({ $0 == origin }) ?? true, let fields = request.form else {
            return .refused(403, "The form does not come from this window.")
        }
        return take(token) { shown in
            guard let index = Int(place), shown.forms.indices.contains(index) else { return nil }
            let form = shown.forms[index]
            return .success(PageSubmission(action: form.action, isPost: form.isPost, fields: fields))
        }
    }

    private func follow(_ token: String, _ place: String) -> WindowResponse {
        take(token) { shown in
            guard let index = Int(place), shown.links.indices.contains(index) else { return nil }
            return .success(PageSubmission(action: shown.links[index], isPost: false, fields: []))
        }
    }

    private func leave(_ token: String, _ request: WindowRequest) -> WindowResponse {
        guard request.origin.map({ $0 == origin }) ?? true else {
            return .refused(403, "The form does not come from this window.")
        }
        return take(token) { _ in .failure(.windowClosed) }
    }

    /// Ends the wait with the user's action on a page; a page that is no longer shown, or was answered, changes
    /// nothing.
    private func take(_ token: String, _ done: (Shown) -> Result<PageSubmission, AuthError>?) -> WindowResponse {
        let page = "/\(secret)/page"
        let outcome = state.withLock {
            state -> (
                CheckedContinuation<Result<PageSubmission, AuthError>, Never>,
                Result<PageSubmission, AuthError>
            )? in
            guard let shown = state.shown, ConstantTime.equal(shown.token, token), let result = done(shown),
                let waiter = state.waiter.take()
            else { return nil }
            state.shown = nil
            return (waiter, result)
        }
        // Sent twice, or from an earlier page: the current page is shown again.
        guard let (waiter, result) = outcome else { return .redirect(to: page) }
        waiter.resume(returning: result)
        return .redirect(to: page)
    }
}

extension AuthError {
    static var windowClosed: AuthError {
        AuthError(
            .userCanceled, origin: .broker, message: "The user went back to the app before the sign-in was done.",
            remedy: "Sign in again if the user still wants to.")
    }
}
