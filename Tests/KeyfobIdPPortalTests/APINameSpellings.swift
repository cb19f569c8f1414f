import KeyfobCore
import KeyfobIdPModel
import KeyfobOAuth

/// Other spellings of an API's name, as an attacker would register them.
enum APINameSpellings {
    /// The names at which the platform's APIs, the provider and the hosts in whose place it stands answer.
    static func reserved(origin: String) -> [String] {
        [
            "https://graph.microsoft.com", "https://management.azure.com", "https://management.core.windows.net",
            "https://msmamservice.api.application", "https://intunemam.microsoftonline.com",
            "https://enterpriseregistration.windows.net", "https://login.microsoftonline.com",
            "https://login.windows.net", "https://sts.windows.net", "https://graph.windows.net",
            "https://login.sovereign.test", "https://contososhop.b2clogin.test", "https://sts.proseware.test", origin,
            origin.replacing("localhost", with: "127.0.0.1"), origin.replacing("localhost", with: "[::1]"),
        ]
    }

    private static let ends = [
        "", "/", "//", "///", "/.", "/./", "/..", "/../", "/x/..", "//x/..", "/%2e", "/%2E/", "/%2F", "%2F", "#", "#x",
        "/#", "/#/", "?", "?x", "/?", "/?x=y", "\\", "/\\", "\t", "/\n", "\r", "\u{0}", "%00", "/%00", "\u{200B}",
        "/\u{200B}", "\u{2044}", "\u{FF0F}", "/\u{FF0F}", "\u{3000}", "%20", "/%20",
    ]

    /// The spellings of a name with a scheme and a host, each once.
    static func of(
        _ name: String, schemes: [String] = ["https", "HTTPS", "hTtPs", "http", "api"],
        ports: [String] = ["", "443", "0443", "80", "8443"]
    ) -> [String] {
        let parts = name.split(separator: "://", maxSplits: 1).map(String.init)
        let place = parts.count == 2 ? parts[1] : name
        let (host, port) = split(place)
        let first = String(host.prefix(1))
        let code = first.utf8.first.map { String($0, radix: 16) } ?? ""
        let wide =
            first.unicodeScalars.first.flatMap { Unicode.Scalar($0.value + 0xFEE0) }.map { String(Character($0)) } ?? ""
        let rest = String(host.dropFirst())
        let hosts = [
            host, host.uppercased(), first.uppercased() + rest, "\(host).", "\(host)..", ".\(host)", "%\(code)\(rest)",
            "%\(code.uppercased())\(rest)", wide + rest, "\u{AD}\(host)", "\(first)\u{200D}\(rest)",
            host.replacing(".", with: "\u{3002}"), host.replacing(".", with: "\u{FF0E}"),
            host.replacing(".", with: ".."),
            host.replacing(".", with: "%2e"), "x@\(host)", "x:y@\(host)", "@\(host)", "x%40@\(host)",
            host.replacing("s", with: "\u{17F}"), host.replacing("k", with: "\u{212A}"),
        ]
        let numbers = port.map { ["\($0)", "0\($0)"] } ?? ports
        var seen: Set<[UInt8]> = []
        var out: [String] = []
        for end in ends {
            for (index, host) in hosts.enumerated() {
                // Each end with each host; schemes and ports take turns.
                for (turn, scheme) in schemes.enumerated() where turn == 0 || (index + end.utf8.count) % 5 == turn {
                    let number = numbers[(index + turn) % numbers.count]
                    let text = "\(scheme)://\(host)\(number.isEmpty && port == nil ? "" : ":\(number)")\(end)"
                    if seen.insert(Array(text.utf8)).inserted { out.append(text) }
                }
            }
        }
        return out
    }

    private static func split(_ place: String) -> (host: String, port: String?) {
        guard let colon = place.lastIndex(of: ":"), !place.hasSuffix("]") else { return (place, nil) }
        return (String(place[..<colon]), String(place[place.index(after: colon)...]))
    }
}
