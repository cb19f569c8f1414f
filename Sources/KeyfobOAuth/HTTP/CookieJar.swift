public import Foundation
public import KeyfobCore

/// The cookies of a program that loads pages itself (RFC 6265): host-only or by domain, by path, `Secure`, with their
/// expiry. A cookie without one lasts as long as the jar.
public struct CookieJar: Sendable, Hashable {
    /// One cookie.
    struct Cookie: Sendable, Hashable {
        var name: String
        var value: String
        var host: String
        var isHostOnly: Bool
        var path: String
        var isSecure: Bool
        var expires: Int64?
    }

    private var cookies: [Cookie] = []

    /// The most cookies that are kept; the oldest go.
    public static let maximumCount = 500
    /// The most cookies of one site, as which the last two labels of a host count, that are kept; its oldest go. So no site
    /// drives out another's.
    public static let maximumCountOfSite = 50

    /// Makes an empty jar.
    public init() {}

    /// How many cookies there are.
    public var count: Int { cookies.count }

    /// Takes in the `Set-Cookie` fields of a response (RFC 6265 section 5.3).
    ///
    /// - Parameters:
    ///   - fields: the fields' values.
    ///   - url: what was answered; cookies for another site, and safe ones that came in the clear, are left out.
    ///   - now: when; what is expired by then is removed.
    public mutating func receive(_ fields: [String], from url: HTTPURL, now: Date) {
        for field in fields {
            guard let cookie = Self.parse(field, from: url, now: now) else { continue }
            cookies.removeAll { $0.name == cookie.name && $0.host == cookie.host && $0.path == cookie.path }
            if cookie.expires.map({ $0 > now.unixSeconds }) ?? true { cookies.append(cookie) }
        }
        let site = Self.site(of: url.host)
        let ofSite = cookies.indices.filter { Self.site(of: cookies[$0].host) == site }
        for index in ofSite.dropLast(Self.maximumCountOfSite).reversed() { cookies.remove(at: index) }
        if cookies.count > Self.maximumCount { cookies.removeFirst(cookies.count - Self.maximumCount) }
    }

    /// Forgets the cookies that requests to these hosts would carry.
    ///
    /// - Parameter hosts: in lower case, without port.
    public mutating func remove(sentTo hosts: Set<String>) {
        cookies.removeAll { cookie in
            hosts.contains { $0 == cookie.host || (!cookie.isHostOnly && $0.hasSuffix("." + cookie.host)) }
        }
    }

    /// The `Cookie` field for a request (RFC 6265 section 5.4); nil if no cookie goes there.
    ///
    /// - Parameters:
    ///   - url: what is asked.
    ///   - now: when.
    public func field(for url: HTTPURL, now: Date) -> String? {
        let matching = cookies.filter { cookie in
            (cookie.host == url.host || (!cookie.isHostOnly && url.host.hasSuffix("." + cookie.host)))
                && Self.path(url.path, isWithin: cookie.path) && (!cookie.isSecure || url.scheme == "https")
                && (cookie.expires.map { $0 > now.unixSeconds } ?? true)
        }
        guard !matching.isEmpty else { return nil }
        return matching.sorted { $0.path.count > $1.path.count }.map { "\($0.name)=\($0.value)" }
            .joined(separator: "; ")
    }

    private static func parse(_ field: String, from url: HTTPURL, now: Date) -> Cookie? {
        let parts = field.split(separator: ";", omittingEmptySubsequences: false).map {
            $0.trimmingCharacters(in: .whitespaces)
        }
        guard let pair = parts.first, let equals = pair.firstIndex(of: "="), equals > pair.startIndex else {
            return nil
        }
        var cookie = Cookie(
            name: String(pair[..<equals]), value: String(pair[pair.index(after: equals)...]), host: url.host,
            isHostOnly: true, path: defaultPath(url.path), isSecure: false, expires: nil)
        for part in parts.dropFirst() {
            let words = part.split(separator: "=", maxSplits: 1).map(String.init)
            switch words.first?.lowercased() {
            case "secure": cookie.isSecure = true
            case "path" where words.count == 2 && words[1].hasPrefix("/"): cookie.path = words[1]
            case "max-age" where words.count == 2:
                if let seconds = Int64(words[1]) { cookie.expires = now.unixSeconds &+ min(seconds, 1 << 40) }
            case "domain" where words.count == 2:
                let domain = words[1].drop { $0 == "." }.lowercased()
                // A host that is a domain of its own has no hosts below it (RFC 6265 section 5.3, step 5); nor has an address
                // (section 5.1.3), and what is common to all sites below a top-level domain is nobody's to set.
                guard url.host != domain else {
                    cookie.isHostOnly = isSingleLabelOrAddress(domain)
                    continue
                }
                guard url.host.hasSuffix("." + domain), !isSingleLabelOrAddress(domain),
                    !isSingleLabelOrAddress(url.host)
                else { return nil }
                cookie.host = domain
                cookie.isHostOnly = false
            default: break
            }
        }
        // A page that came in the clear cannot set a cookie for the safe one (RFC 6265bis section 5.7).
        return cookie.isSecure && url.scheme != "https" ? nil : cookie
    }

    private static func isSingleLabelOrAddress(_ host: String) -> Bool {
        guard let last = host.split(separator: ".").last, host.contains("."), !host.contains(":") else { return true }
        // No top-level domain is a number (RFC 1123 section 2.1).
        return last.allSatisfy { $0.isASCII && $0.isNumber }
    }

    private static func site(of host: String) -> String {
        isSingleLabelOrAddress(host) ? host : host.split(separator: ".").suffix(2).joined(separator: ".")
    }

    private static func defaultPath(_ path: String) -> String {
        guard let last = path.lastIndex(of: "/"), last > path.startIndex else { return "/" }
        return String(path[..<last])
    }

    private static func path(_ path: String, isWithin cookiePath: String) -> Bool {
        path == cookiePath
            || (path.hasPrefix(cookiePath)
                && (cookiePath.hasSuffix("/") || path.dropFirst(cookiePath.count).first == "/"))
    }
}

extension CookieJar {
    /// The jar as JSON, for a browser that ends and starts again.
    public var json: JSONValue {
        .array(
            cookies.map {
                [
                    "name": .string($0.name), "value": .string($0.value), "host": .string($0.host),
                    "host_only": .bool($0.isHostOnly), "path": .string($0.path), "secure": .bool($0.isSecure),
                    "expires": $0.expires.map { .integer($0) } ?? .null,
                ]
            })
    }

    /// Reads a jar; what is not a cookie is left out.
    public init(json: JSONValue) {
        cookies = (json.arrayValue ?? []).compactMap { entry in
            guard let name = entry["name"]?.stringValue, let value = entry["value"]?.stringValue,
                let host = entry["host"]?.stringValue, let path = entry["path"]?.stringValue
            else { return nil }
            return Cookie(
                name: name, value: value, host: host, isHostOnly: entry["host_only"]?.boolValue ?? true, path: path,
                isSecure: entry["secure"]?.boolValue ?? true, expires: entry["expires"]?.integerValue)
        }
    }
}
