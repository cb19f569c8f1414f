import KeyfobBackport
import KeyfobOAuth
import KeyfobUserAgents

/// A request of the browser that shows the broker's window (RFC 9112), read strictly: input that a browser would not
/// send to this window is refused.
struct WindowRequest: Sendable, Hashable {
    var method: String
    /// Path and query as sent.
    var target: String
    var host: String
    var origin: String?
    /// All cookies by name: several of one name may come from other paths and domains of this host, and say nothing
    /// about each other.
    var cookies: [String: [String]] = [:]
    var contentType: String?
    /// The request's destination (`Sec-Fetch-Dest`): `document` for a window, `iframe` for a frame.
    var destination: String?
    var body: [UInt8] = []

    /// The result of reading the bytes received so far.
    enum Reading: Sendable, Hashable {
        case incomplete
        case refused
        case complete(WindowRequest)
    }

    private static let limits = RequestHead.Limits(head: 32 * 1024, body: 256 * 1024, admitsText: true)

    /// Reads the bytes received so far.
    static func read(_ bytes: [UInt8]) -> Reading {
        let head: RequestHead
        switch RequestHead.read(bytes, within: limits) {
        case .incomplete: return .incomplete
        case .refused: return .refused
        case .complete(let complete): head = complete
        }
        let body = bytes[head.byteCount...]
        guard body.count >= head.bodyCount else { return .incomplete }
        guard body.count == head.bodyCount else { return .refused }
        var request = WindowRequest(method: head.method, target: head.target, host: head.host)
        request.origin = head.fields.all("Origin").last?.lowercased()
        for field in head.fields.all("Cookie") { request.read(cookies: field) }
        request.destination = head.fields.all("Sec-Fetch-Dest").last?.lowercased()
        request.contentType = head.fields.all("Content-Type").last?.lowercased()
        request.body = Array(body)
        return .complete(request)
    }

    /// The form in the body, whose names may repeat: it is passed on to the page's own server. nil if it is none.
    var form: [(name: String, value: String)]? {
        guard contentType?.hasPrefix("application/x-www-form-urlencoded") ?? false,
            let text = String(valid: body, as: UTF8.self)
        else { return nil }
        return try? FormParameters.repeatable(parsing: text)
    }

    private mutating func read(cookies field: String) {
        for pair in field.split(separator: ";") {
            let halves = pair.split(separator: "=", maxSplits: 1)
            if halves.count == 2 { cookies[halves[0].trimmingBlanks, default: []].append(halves[1].trimmingBlanks) }
        }
    }
}

extension StringProtocol {
    fileprivate var trimmingBlanks: String {
        guard let start = firstIndex(where: { $0 != " " && $0 != "\t" }),
            let end = lastIndex(where: { $0 != " " && $0 != "\t" })
        else { return "" }
        return String(self[start...end])
    }
}
