package import Foundation
package import KeyfobCore

/// The cookies of a program that loads pages itself (RFC 6265): host-only or by domain, by path, `Secure`, with their
/// expiry. A cookie without an expiry lasts as long as the jar.
package struct CookieJar: Sendable, Hashable {
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

    /// The largest number of cookies; the oldest are removed.
    package static let maximumCount = 500
    /// The largest number of cookies of one site, identified by the last two labels of a host; its oldest are removed.
    /// So no site displaces the cookies of another.
    package static let maximumCountOfSite = 50

    /// Makes an empty jar.
    package init() {}

    /// The number of cookies.
    package var count: Int { cookies.count }

    /// Stores the cookies of a response's `Set-Cookie` fields (RFC 6265 section 5.3).
    ///
    /// - Parameters:
    ///   - fields: the fields' values.
    ///   - url: the URL of the request; cookies for another site, and `Secure` cookies received over `http`, are
    ///     ignored.
    ///   - now: the current time; a cookie that has expired is removed.
    package mutating func receive(_ fields: [String], from url: HTTPURL, now: Date) {
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

    /// Removes the cookies that would be sent to these hosts.
    ///
    /// - Parameter hosts: in lower case, without port.
    package mutating func remove(sentTo hosts: Set<String>) {
        cookies.removeAll { cookie in
            hosts.contains { $0 == cookie.host || (!cookie.isHostOnly && $0.hasSuffix("." + cookie.host)) }
        }
    }

    /// Returns the `Cookie` field for a request (RFC 6265 section 5.4); nil if there is no matching cookie.
    ///
    /// - Parameters:
    ///   - url: the URL of the request.
    ///   - now: the current time.
    package func field(for url: HTTPURL, now: Date) -> String? {
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
                // A single label and an address have no subdomains (RFC 6265 section 5.3 step 5, and section 5.1.3),
                // and a top-level domain must not get cookies.
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
        // A page loaded over http cannot set a Secure cookie (RFC 6265bis section 5.7).
        return cookie.isSecure && url.scheme != "https" ? nil : cookie
    }

    private static func isSingleLabelOrAddress(_ host: String) -> Bool {
        guard let last = host.split(separator: ".").last, host.contains("."), !host.contains(":") else { return true }
        // A top-level domain is never a number (RFC 1123 section 2.1).
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
    /// The jar as JSON, for storing it between runs.
    package var json: JSONValue {
        .array(
            cookies.map {
                [
                    "name": .string($0.name), "value": .string($0.value), "host": .string($0.host),
                    "host_only": .bool($0.isHostOnly), "path": .string($0.path), "secure": .bool($0.isSecure),
                    "expires": $0.expires.map { .integer($0) } ?? .null,
                ]
            })
    }

    /// Reads a jar; invalid entries are left out.
    package init(json: JSONValue) {
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
