import KeyfobConditionalAccess
import KeyfobCore
import KeyfobIdPCore
import KeyfobOAuth

/// The parts of every request: its address, its fields, its form.
extension InputSamples {
    static let requests: [InputSample] = [
        InputSample(name: "path", start: 1000, limit: 32 << 10) { size in
            let url = HTTPURL("https://localhost:8443" + text(size / 2, "") { _ in "/a" })
            return { _ = url.map { PathSegments.of($0) } }
        },
        InputSample(name: "address", start: 1000, limit: 32 << 10) { size in
            let address = "https://localhost:8443/?" + String(repeating: "%20", count: size / 3)
            return { _ = HTTPURL(address) }
        },
        InputSample(name: "query", start: 100, limit: limits.parameters) { size in
            let url = HTTPURL("https://localhost/?" + text(size, "&") { "parameter\($0)=value%20\($0)" })
            let request = url.map { HTTPRequest.get($0) }
            return { _ = try? request?.queryParameters(atMost: raisedLimits.parameters) }
        },
        InputSample(name: "form", start: 100, limit: limits.parameters) { size in
            form(text(size, "&") { "parameter\($0)=value+%C3%A9\($0)" })
        },
        InputSample(name: "form: one long value", start: 2000, limit: limits.formBytes) { size in
            form("a=" + String(repeating: "%41", count: size / 3))
        },
        InputSample(name: "form: names of combining marks", start: 500, limit: limits.formBytes / 6) { size in
            form(PercentEncoding.encode(marks(size)) + "=1&" + PercentEncoding.encode(marks(size + 1)) + "=2")
        },
        InputSample(name: "form of an assertion", start: 4000, limit: limits.assertionFormBytes) { size in
            form("assertion=" + String(repeating: "abc%2B", count: size / 6))
        },
        InputSample(name: "fields", start: 100, limit: limits.headerFields) { size in
            let pairs = (0..<size).map { ("X-Field-\($0)", "value") }
            return {
                let fields = HTTPFields(pairs)
                _ = fields["Authorization"]
                _ = fields.all("Cookie")
            }
        },
        InputSample(name: "cookies", start: 100, limit: limits.cookies) { size in
            var request = blank
            request?.fields.append("Cookie", text(size, "; ") { "name\($0)=value\($0)" })
            let sent = request
            return { _ = sent.map { Cookies.value("__Host-ESTSAUTH", in: $0) } }
        },
        InputSample(name: "cookie fields", start: 100, limit: limits.headerFields) { size in
            var request = blank
            for number in 0..<size { request?.fields.append("Cookie", "name\(number)=value") }
            let sent = request
            return { _ = sent.map { Cookies.value("__Host-ESTSAUTH", in: $0) } }
        },
        InputSample(name: "forwarded addresses", start: 100, limit: (32 << 10) / 10) { size in
            var request = blank
            request?.fields.append("X-Forwarded-For", text(size, ", ") { _ in "127.0.0.1" })
            let proxies = [IPRange("127.0.0.0/8")].compactMap { $0 }
            let sent = request
            return { _ = sent.map { ClientAddress.of(peer: "127.0.0.1", $0, behind: proxies) } }
        },
        InputSample(name: "user agent", start: 1000, limit: 32 << 10) { size in
            var request = blank
            request?.fields.append("User-Agent", String(repeating: "windo macin ", count: size / 12))
            let sent = request
            return {
                guard let sent else { return }
                _ = PKeyAuthSupport.isAdvertised(sent)
                _ = PlatformDetection.platform(of: sent, parameters: FormParameters())
            }
        },
    ]

    private static let blank = HTTPURL("https://localhost:8443/common/oauth2/v2.0/token").map { HTTPRequest.get($0) }

    private static func form(_ text: String) -> () -> Void {
        var request = blank
        request?.fields.set("Content-Type", "application/x-www-form-urlencoded")
        request?.body = Array(text.utf8)
        let sent = request
        return { _ = try? sent.map { try raisedLimits.form($0) } }
    }
}
