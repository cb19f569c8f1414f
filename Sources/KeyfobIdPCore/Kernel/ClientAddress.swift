package import KeyfobConditionalAccess
package import KeyfobOAuth

/// The address from which a request comes, as far as its sources are trusted.
package enum ClientAddress {
    /// The address of the connection's peer; if that is a trusted proxy, the peer of the outermost trusted proxy.
    ///
    /// - Parameters:
    ///   - peer: the connection's peer; nil where there is no connection, and then the result is nil.
    ///   - request: its `X-Forwarded-For`, to which each proxy adds its peer.
    ///   - proxies: the trusted proxies.
    package static func of(peer: String?, _ request: HTTPRequest, behind proxies: [IPRange]) -> String? {
        guard let peer else { return nil }
        var address = peer
        // From the nearest proxy outwards; a client could have written all before the first address that is not
        // trusted.
        var added = request.fields.all("X-Forwarded-For").flatMap {
            $0.split(separator: ",", omittingEmptySubsequences: false)
        }
        while proxies.contains(where: { $0.contains(address) }), let last = added.popLast() {
            address = withoutPort(String(last.filter { $0 != " " && $0 != "\t" }))
        }
        return address
    }

    /// Removes the port that some proxies write: `192.0.2.1:4711`, `[2001:db8::1]:443`.
    private static func withoutPort(_ text: String) -> String {
        if text.hasPrefix("["), let end = text.firstIndex(of: "]") {
            return String(text[text.index(after: text.startIndex)..<end])
        }
        let parts = text.split(separator: ":", omittingEmptySubsequences: false)
        return parts.count == 2 && parts[0].contains(".") ? String(parts[0]) : text
    }
}
