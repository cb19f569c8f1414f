import KeyfobCore
package import KeyfobOAuth

/// The secrets in requests and responses, by the names of their parameters: what a log must not contain.
package enum TrafficSecrets {
    private static let names: Set<String> = [
        "access_token", "assertion", "client_assertion", "client_secret", "code", "code_verifier", "confirm",
        "device_code", "flow", "id_token", "new_password", "otc", "passwd", "password", "refresh_token", "req_cnf",
        "request", "samlrequest", "samlresponse", "secrettext", "signature", "token", "user_code", "username",
    ]
    /// Shorter texts occur in logs by chance.
    private static let shortest = 6

    /// The secrets in a request: in its query, its form, its JSON, its cookies and its `Authorization`.
    package static func of(_ request: HTTPRequest) -> Set<String> {
        var found: Set<String> = []
        if let query = try? request.queryParameters() { add(query, to: &found) }
        if let form = try? request.formParameters() { add(form, to: &found) }
        add((try? JSONValue(parsing: request.body)) ?? .null, to: &found)
        for cookie in (request.fields["Cookie"] ?? "").split(separator: ";") {
            found.formUnion(cookie.split(separator: "=", maxSplits: 1).dropFirst().map(String.init))
        }
        if let field = request.fields["Authorization"] {
            found.formUnion(field.split(separator: " ").dropFirst().map(String.init))
        }
        return long(found)
    }

    /// The secrets in a response: in its JSON, the fields of its pages, its cookies and the address of a redirect.
    package static func of(_ response: HTTPResponse) -> Set<String> {
        var found: Set<String> = []
        if let json = try? JSONValue(parsing: response.body) {
            add(json, to: &found)
        } else {
            for form in HTMLDocument(String(decoding: response.body, as: UTF8.self)).forms {
                for control in form.controls where names.contains(control.name.lowercased()) {
                    found.insert(control.value)
                }
            }
        }
        for cookie in response.fields.all("Set-Cookie") {
            let pair = cookie.prefix { $0 != ";" }
            found.formUnion(pair.split(separator: "=", maxSplits: 1).dropFirst().map(String.init))
        }
        for part in (response.fields["Location"] ?? "").split(whereSeparator: { $0 == "?" || $0 == "#" }).dropFirst() {
            if let parameters = try? FormParameters(parsing: String(part)) { add(parameters, to: &found) }
        }
        return long(found)
    }

    private static func add(_ parameters: FormParameters, to found: inout Set<String>) {
        for (name, value) in parameters.pairs where names.contains(name.lowercased()) { found.insert(value) }
    }

    private static func add(_ value: JSONValue, to found: inout Set<String>) {
        for element in value.arrayValue ?? [] { add(element, to: &found) }
        for (name, member) in value.objectValue ?? [:] {
            if let text = member.stringValue, names.contains(name.lowercased()) {
                found.insert(text)
            } else {
                add(member, to: &found)
            }
        }
    }

    private static func long(_ texts: Set<String>) -> Set<String> { texts.filter { $0.utf8.count >= shortest } }
}

/// Sends requests by another transport, and shows each with its response.
package struct WatchedTransport: HTTPTransport {
    private let base: any HTTPTransport
    private let seen: @Sendable (HTTPRequest, HTTPResponse) -> Void

    /// Watches a transport.
    package init(_ base: any HTTPTransport, seen: @escaping @Sendable (HTTPRequest, HTTPResponse) -> Void) {
        self.base = base
        self.seen = seen
    }

    package func send(_ request: HTTPRequest) async throws(TransportError) -> HTTPResponse {
        let response = try await base.send(request)
        seen(request, response)
        return response
    }
}
