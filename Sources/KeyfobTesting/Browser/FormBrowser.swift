package import KeyfobCore
package import KeyfobOAuth

/// A browser without scripts: it keeps cookies, follows redirects, and reads and sends the forms of the pages.
package struct FormBrowser: Sendable {
    /// The cookies.
    package var cookies: CookieJar
    private let transport: any HTTPTransport
    private let clock: any WallClock

    /// The time on the browser's machine (Unix seconds).
    var now: Int64 { clock.unixSeconds }

    /// Where a browser has come to.
    package enum Place: Sendable {
        /// A page with an address.
        case page(HTTPURL, HTMLDocument, status: Int)
        /// The site redirected to an address of another site or scheme: the redirect of a sign-in.
        case left(String)
    }

    /// A failure of the site, not of the person.
    package struct BrowserError: Error, CustomStringConvertible {
        /// A description of the failure.
        package let description: String
    }

    /// Makes a browser.
    package init(transport: any HTTPTransport, clock: any WallClock = SystemClock(), cookies: CookieJar = CookieJar()) {
        self.transport = transport
        self.clock = clock
        self.cookies = cookies
    }

    /// Opens an address.
    ///
    /// - Throws: ``BrowserError`` if there is no response or no end of redirects.
    package mutating func open(_ url: HTTPURL) async throws -> Place {
        try await go(HTTPRequest(method: .get, url: url, fields: ["Accept": "text/html"]))
    }

    /// Returns the document in the first frame of a page, if it is of the same site; else the page itself.
    ///
    /// - Throws: ``BrowserError`` if there is no response.
    mutating func inner(_ document: HTMLDocument, at address: HTTPURL) async throws -> (HTTPURL, HTMLDocument) {
        guard let source = document.frames.first.flatMap({ address.resolving($0) }),
            Self.isSameSite(source, address), case .page(let place, let framed, _) = try await open(source)
        else { return (address, document) }
        return (place, framed)
    }

    /// Sends a form from the page at an address.
    package mutating func send(_ form: HTMLForm, _ values: [(String, String)], from page: HTTPURL) async throws -> Place
    {
        guard let target = page.resolving(form.action) else {
            throw BrowserError(description: "The form's action is no address.")
        }
        let parameters = Self.encode(values)
        guard form.method.lowercased() == "post" else {
            return try await open(target.with(path: target.path, query: parameters))
        }
        var request = HTTPRequest(method: .post, url: target, body: Array(parameters.utf8))
        request.fields.set("Content-Type", "application/x-www-form-urlencoded")
        request.fields.set("Origin", page.origin)
        return try await go(request)
    }

    private mutating func go(_ first: HTTPRequest) async throws -> Place {
        var request = first
        for _ in 0..<20 {
            if let field = cookies.field(for: request.url, now: clock.now) { request.fields.set("Cookie", field) }
            let response: HTTPResponse
            do {
                response = try await transport.send(request)
            } catch {
                throw BrowserError(description: "The page could not be loaded: \(error.message)")
            }
            cookies.receive(response.fields.all("Set-Cookie"), from: request.url, now: clock.now)
            guard (300..<400).contains(response.status), let location = response.fields["Location"] else {
                let document = HTMLDocument(String(decoding: response.body, as: UTF8.self))
                return .page(request.url, document, status: response.status)
            }
            guard let next = request.url.resolving(location), Self.isSameSite(next, request.url) else {
                return .left(location)
            }
            // 307 and 308 keep the method; every other redirect makes a GET (RFC 9110 section 15.4).
            let keeps = response.status == 307 || response.status == 308
            request = HTTPRequest(
                method: keeps ? request.method : .get, url: next,
                fields: keeps ? request.fields : ["Accept": "text/html"], body: keeps ? request.body : [])
        }
        throw BrowserError(description: "The site redirects without end.")
    }

    /// Whether an address is of the same site: of the same origin, or another port of the same host with TLS, as a
    /// provider's address for certificates is. The redirect URIs of apps are neither.
    private static func isSameSite(_ next: HTTPURL, _ present: HTTPURL) -> Bool {
        next.origin == present.origin
            || next.scheme == "https" && present.scheme == "https" && next.host == present.host
    }

    /// A form as browsers encode it; a name may be repeated, as for ticked boxes.
    private static func encode(_ values: [(String, String)]) -> String {
        values.map { "\(PercentEncoding.encode($0.0))=\(PercentEncoding.encode($0.1))" }.joined(separator: "&")
    }
}
