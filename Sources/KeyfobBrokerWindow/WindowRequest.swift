import KeyfobCore

/// A request of the browser that shows the broker's window (RFC 9112), read strictly: input that a browser would not
/// send to this window is refused.
struct WindowRequest: Sendable, Hashable {
    var method: String
    /// Path and query as sent.
    var target: String
    var host: String
    var origin: String?
    var cookies: [String: String] = [:]
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

    private static let headLimit = 32 * 1024
    private static let bodyLimit = 256 * 1024

    /// Reads the bytes received so far.
    static func read(_ bytes: [UInt8]) -> Reading {
        guard let end = endOfHead(bytes) else { return bytes.count > headLimit ? .refused : .incomplete }
        guard end <= headLimit, let head = String(validating: bytes[..<end], as: UTF8.self), var lines = lines(head)
        else { return .refused }
        let words = lines.removeFirst().split(separator: " ", omittingEmptySubsequences: false)
        guard words.count == 3, words[2] == "HTTP/1.1" || words[2] == "HTTP/1.0", words[1].hasPrefix("/"),
            !words[1].contains("#"), lines.count <= 100
        else { return .refused }
        var request = WindowRequest(method: String(words[0]), target: String(words[1]), host: "")
        var length = 0
        var hosts = 0
        for line in lines {
            guard let colon = line.firstIndex(of: ":"), colon > line.startIndex else { return .refused }
            let value = line[line.index(after: colon)...].trimmingBlanks
            switch line[..<colon].lowercased() {
            case "host":
                request.host = value.lowercased()
                hosts += 1
            case "origin": request.origin = value.lowercased()
            case "cookie": request.read(cookies: value)
            case "sec-fetch-dest": request.destination = value.lowercased()
            case "content-type": request.contentType = value.lowercased()
            case "content-length":
                guard let number = Int(value), (0...bodyLimit).contains(number) else { return .refused }
                length = number
            case "transfer-encoding": return .refused
            default: break
            }
        }
        guard hosts == 1 else { return .refused }
        let body = bytes[(end + 4)...]
        guard body.count >= length else { return .incomplete }
        guard body.count == length else { return .refused }
        request.body = Array(body)
        return .complete(request)
    }

    /// The form in the body; nil if it is none.
    var form: [(name: String, value: String)]? {
        guard contentType?.hasPrefix("application/x-www-form-urlencoded") ?? false,
            let text = String(validating: body, as: UTF8.self)
        else { return nil }
        var pairs: [(name: String, value: String)] = []
        for part in text.split(separator: "&") {
            let halves = part.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            guard let name = PercentEncoding.decode(halves[0].replacing("+", with: " ")),
                let value = PercentEncoding.decode(halves.count > 1 ? halves[1].replacing("+", with: " ") : "")
            else { return nil }
            pairs.append((name, value))
        }
        return pairs
    }

    private mutating func read(cookies field: String) {
        for pair in field.split(separator: ";") {
            let halves = pair.split(separator: "=", maxSplits: 1)
            if halves.count == 2 { cookies[halves[0].trimmingBlanks] = halves[1].trimmingBlanks }
        }
    }

    private static func endOfHead(_ bytes: [UInt8]) -> Int? {
        guard bytes.count >= 4 else { return nil }
        return (0...(min(bytes.count, headLimit + 4) - 4)).first {
            bytes[$0] == 13 && bytes[$0 + 1] == 10 && bytes[$0 + 2] == 13 && bytes[$0 + 3] == 10
        }
    }

    /// Returns the lines of a head; nil if one contains a control character.
    private static func lines(_ head: String) -> [String]? {
        var lines: [String] = []
        // Swift counts CR LF as one character.
        for line in head.split(separator: "\r\n", omittingEmptySubsequences: false) {
            guard line.utf8.allSatisfy({ $0 >= 0x20 && $0 != 0x7F || $0 == 9 }) else { return nil }
            lines.append(String(line))
        }
        return lines
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
