import KeyfobCore

/// What the listener answers to: the redirect URI in use, its port included.
struct LoopbackAddress: Sendable, Hashable {
    /// The redirect URI as the authorization request must name it.
    let redirectURI: RedirectURI
    let url: HTTPURL

    /// Inserts the port in a registered redirect URI that names none (RFC 8252 section 7.3); the rest of its text
    /// stays as registered, down to a missing slash, since providers compare it as text.
    init(registered: RedirectURI, port: Int) throws(AuthError) {
        guard registered.isLoopback else {
            throw Self.notLoopback(registered)
        }
        var text = registered.value
        if Self.namedPort(registered) == nil {
            text.insert(contentsOf: ":\(port)", at: Self.authority(of: text).endIndex)
        }
        redirectURI = try RedirectURI(text)
        guard let inserted = redirectURI.url else { throw Self.notLoopback(registered) }
        self.url = inserted
    }

    /// The page that a request without meaning for the sign-in gets; nil if it is the redirect's place.
    func objection(to head: RequestHead) -> ResultPage? {
        // A page elsewhere could have its name resolve to this machine; its requests name its own host.
        let port = url.port.map { ":\($0)" } ?? ""
        guard ["localhost", "127.0.0.1", "[::1]"].contains(where: { head.host == $0 + port }) else { return .wrongHost }
        guard head.path == url.path else { return .notFound }
        return head.method == "GET" ? nil : .wrongMethod
    }

    /// The redirect as the browser was sent there.
    func redirect(of head: RequestHead) -> String { "\(url.origin)\(head.target)" }

    static func notLoopback(_ uri: RedirectURI) -> AuthError {
        .configuration(
            "The redirect URI \(uri.value) is not answered by a loopback listener.",
            remedy: "Register http://localhost/NAME for the app and use that.")
    }

    /// The port that the text names, be it the scheme's own; nil where any port will do.
    static func namedPort(_ uri: RedirectURI) -> Int? {
        guard let url = uri.url else { return nil }
        return url.port ?? (authority(of: uri.value).hasSuffix(":80") ? 80 : nil)
    }

    private static func authority(of text: String) -> Substring {
        let start = text.firstRange(of: "://")?.upperBound ?? text.startIndex
        return text[start...].prefix { $0 != "/" && $0 != "?" }
    }
}
