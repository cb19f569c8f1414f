import KeyfobConformance
import KeyfobCore
import KeyfobIdP
import KeyfobIdPCore
import KeyfobIdPModel
import KeyfobOAuth
import KeyfobTesting
import Testing

/// An administrator with a browser without scripts, at the portal of a provider in memory, whose store is of the
/// test's kind (`OnEveryStore`).
struct PortalVisitor {
    let provider: InMemoryProvider
    let clock: MovableClock
    var cookies = CookieJar()
    /// The token of the forms on the last page.
    var token = ""
    /// The address of the last page.
    var address = "/portal"

    static let grace = "grace@contoso.test"
    static let ada = "ada@contoso.test"

    /// A page, or another response.
    struct Reply {
        let response: HTTPResponse
        /// The path and query at which it came.
        let address: String
        var text: String { String(decoding: response.body, as: UTF8.self) }
        var document: HTMLDocument { HTMLDocument(text) }
        var page: String? { document.pageName }
        var status: Int { response.status }
    }

    init(_ provider: InMemoryProvider, _ clock: MovableClock) {
        self.provider = provider
        self.clock = clock
    }

    /// A provider, and an administrator who has signed in.
    static func signedIn(
        as user: String = grace, configure: (inout IdPConfiguration) -> Void = { _ in }
    ) async throws -> PortalVisitor {
        let clock = MovableClock()
        let store = try await StoreKind.current.make()
        var visitor = PortalVisitor(
            try await InMemoryProvider(clock: clock, store: store, configure: configure), clock)
        let reply = try await visitor.signIn(as: user)
        #expect(reply.status == 200 || reply.status == 403)
        return visitor
    }

    /// Another browser at the same provider.
    func another() -> PortalVisitor { PortalVisitor(provider, clock) }

    /// Opens the portal, and signs in.
    @discardableResult
    mutating func signIn(as user: String, at path: String = "/portal") async throws -> Reply {
        var reply = try await open(path)
        for _ in 0..<6 where reply.page == "sign-in" || reply.page == "account-picker" {
            guard let form = reply.document.forms.first else { break }
            var values = form.controls.filter { $0.type == "hidden" }.map { ($0.name, $0.value) }
            for control in form.controls where control.type == "text" || control.type == "email" {
                values.append((control.name, user))
            }
            for control in form.controls where control.type == "password" {
                values.append((control.name, SeedData.password))
            }
            reply = try await send(form.action, values)
        }
        return reply
    }

    /// Opens a page, and follows redirects.
    @discardableResult
    mutating func open(_ path: String) async throws -> Reply {
        try await go(HTTPRequest(method: .get, url: try url(path), fields: ["Accept": "text/html"]))
    }

    /// Sends a form of the portal with the token of the last page.
    @discardableResult
    mutating func post(_ path: String, _ values: [(String, String)] = [], fields: [(String, String)] = []) async throws
        -> Reply
    {
        try await send(path, [("token", token)] + values, fields: fields)
    }

    /// Sends a form as it is.
    mutating func send(
        _ path: String, _ values: [(String, String)], fields: [(String, String)] = []
    ) async throws -> Reply {
        try await send(
            path, body: Array(FormParameters(values).encoded.utf8), type: "application/x-www-form-urlencoded",
            fields: fields)
    }

    /// Sends a form with a file, as browsers write it, with the token of the last page.
    @discardableResult
    mutating func upload(
        _ path: String, _ values: [(String, String)], file: String? = nil, token: String? = nil,
        fields: [(String, String)] = []
    ) async throws -> Reply {
        let boundary = "----WebKitFormBoundary7MA4YWxkTrZu0gW"
        var body = ""
        for (name, value) in [("token", token ?? self.token)] + values {
            body += "--\(boundary)\r\nContent-Disposition: form-data; name=\"\(name)\"\r\n\r\n\(value)\r\n"
        }
        body += "--\(boundary)\r\nContent-Disposition: form-data; name=\"file\"; filename=\"a;b.yaml\"\r\n"
        body += "Content-Type: application/octet-stream\r\n\r\n\(file ?? "")\r\n--\(boundary)--\r\n"
        return try await send(
            path, body: Array(body.utf8), type: "multipart/form-data; boundary=\(boundary)", fields: fields)
    }

    /// Sends a form as it is.
    mutating func send(
        _ path: String, body: [UInt8], type: String, fields: [(String, String)] = []
    ) async throws -> Reply {
        var request = HTTPRequest(method: .post, url: try url(path), body: body)
        request.fields.set("Content-Type", type)
        request.fields.set("Origin", provider.base.origin)
        for (name, value) in fields { request.fields.set(name, value) }
        return try await go(request)
    }

    private func url(_ path: String) throws -> HTTPURL {
        try #require(path.hasPrefix("https:") ? HTTPURL(path) : HTTPURL(provider.base.origin + path))
    }

    private mutating func go(_ first: HTTPRequest) async throws -> Reply {
        var request = first
        for _ in 0..<12 {
            if let field = cookies.field(for: request.url, now: clock.now) {
                request.fields.set("Cookie", field)
            }
            let response = try await provider.send(request)
            cookies.receive(response.fields.all("Set-Cookie"), from: request.url, now: clock.now)
            let place = request.url.path + (request.url.query.map { "?\($0)" } ?? "")
            guard (300..<400).contains(response.status), let location = response.fields["Location"] else {
                let reply = Reply(response: response, address: place)
                if let shown = reply.document.forms.flatMap(\.controls).first(where: { $0.name == "token" }) {
                    token = shown.value
                }
                address = place
                return reply
            }
            let next = try #require(request.url.resolving(location))
            guard next.origin == provider.base.origin else { return Reply(response: response, address: location) }
            request = HTTPRequest(method: .get, url: next, fields: ["Accept": "text/html"])
        }
        throw TransportError(.cannotConnect, message: "The portal redirects without end.")
    }

    // What the store has

    func application(named name: String) async throws -> Application {
        try #require(try await provider.store.transaction { try $0.applications() }.first { $0.displayName == name })
    }

    func user(_ name: String) async throws -> User {
        try #require(try await provider.store.transaction { try $0.user(userPrincipalName: name) })
    }

    func tenant(_ id: String = SeedData.tenantID) async throws -> Tenant {
        try #require(try await provider.store.transaction { try $0.tenants() }.first { $0.id == id })
    }
}
