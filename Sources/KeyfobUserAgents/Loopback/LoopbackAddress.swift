import KeyfobCore

/// The address that the listener serves: the redirect URI in use, including its port.
struct LoopbackAddress: Sendable, Hashable {
    /// The redirect URI as the authorization request must name it.
    let redirectURI: RedirectURI
    let url: HTTPURL

    /// Inserts the port into a registered redirect URI that names none (RFC 8252 section 7.3). The rest of its text is
    /// kept as registered, even a missing slash, since providers compare it as text.
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

    /// The error page for a request that is not the redirect; nil if it may be.
    func objection(to head: RequestHead) -> ResultPage? {
        // A page on the web can resolve its name to this machine (DNS rebinding); its requests name its own host.
        let port = url.port.map { ":\($0)" } ?? ""
        guard ["localhost", "127.0.0.1", "[::1]"].contains(where: { head.host == $0 + port }) else { return .wrongHost }
        guard head.path == url.path else { return .notFound }
        return head.method == "GET" ? nil : .wrongMethod
    }

    /// The redirect as the browser received it.
    func redirect(of head: RequestHead) -> String { "\(url.origin)\(head.target)" }

    static func notLoopback(_ uri: RedirectURI) -> AuthError {
        .configuration(
            "The redirect URI \(uri.value) is not a loopback redirect URI.",
            remedy: "Register http://localhost/NAME for the app and use that.")
    }

    /// The port in the text, even the scheme's default; nil if any port may be used.
    static func namedPort(_ uri: RedirectURI) -> Int? {
        guard let url = uri.url else { return nil }
        return url.port ?? (authority(of: uri.value).hasSuffix(":80") ? 80 : nil)
    }

    private static func authority(of text: String) -> Substring {
        let start = text.firstRange(of: "://")?.upperBound ?? text.startIndex
        return text[start...].prefix { $0 != "/" && $0 != "?" }
    }
}
