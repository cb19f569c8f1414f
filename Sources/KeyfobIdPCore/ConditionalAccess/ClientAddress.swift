package import KeyfobOAuth

/// From where a request comes, as far as somebody says it whom the provider can believe.
package enum ClientAddress {
    /// The address of the connection's other end; or, where that is a proxy of the provider's own, of whoever spoke to the
    /// outermost one of them.
    ///
    /// - Parameters:
    ///   - peer: the connection's other end; nil where there is no connection, and then nothing is known.
    ///   - request: its `X-Forwarded-For`, to which each proxy adds who spoke to it.
    ///   - proxies: the provider's own.
    package static func of(peer: String?, _ request: HTTPRequest, behind proxies: [IPRange]) -> String? {
        guard let peer else { return nil }
        var address = peer
        // From the nearest proxy outwards; what stands before the first address that is none of ours is a client's word.
        var added = request.fields.all("X-Forwarded-For").flatMap {
            $0.split(separator: ",", omittingEmptySubsequences: false)
        }
        while proxies.contains(where: { $0.contains(address) }), let last = added.popLast() {
            address = withoutPort(String(last.filter { $0 != " " && $0 != "\t" }))
        }
        return address
    }

    /// An address as some proxies write it: `192.0.2.1:4711`, `[2001:db8::1]:443`.
    private static func withoutPort(_ text: String) -> String {
        if text.hasPrefix("["), let end = text.firstIndex(of: "]") {
            return String(text[text.index(after: text.startIndex)..<end])
        }
        let parts = text.split(separator: ":", omittingEmptySubsequences: false)
        return parts.count == 2 && parts[0].contains(".") ? String(parts[0]) : text
    }
}
