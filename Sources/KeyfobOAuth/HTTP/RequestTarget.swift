package import KeyfobCore

/// The target of a request to a server (RFC 9112 section 3.2): what the request line and the field `Host` name.
///
/// The authority is parsed alone. Joined with the path first, `localhost/_admin` would move a part of the host into the
/// path, and `localhost?` the whole path into the query.
package enum RequestTarget {
    /// The URL that a request in origin-form names (RFC 9112 sections 3.2.1 and 3.3).
    ///
    /// - Parameters:
    ///   - path: the path with the query, as the request line has it.
    ///   - hosts: the value of each field `Host`.
    /// - Returns: nil unless there is one `Host` with nothing but a host and a port, and the path begins with a slash.
    package static func url(path: String, hosts: [String]) -> HTTPURL? {
        // With a second Host field, two readers could see two hosts.
        guard hosts.count == 1, let host = hosts.first, isAuthority(host), path.utf8.first == UInt8(ascii: "/") else {
            return nil
        }
        return HTTPURL("https://\(host)\(path)")
    }

    /// The two parts of a target in absolute-form (RFC 9112 section 3.2.2), whose authority replaces that of `Host`.
    ///
    /// - Returns: nil if the target is not a URL of the scheme `https`.
    package static func parts(absolute target: String) -> (host: String, path: String)? {
        guard let url = HTTPURL(target), url.scheme == "https" else { return nil }
        return (url.hostAndPort, url.path + (url.query.map { "?\($0)" } ?? ""))
    }

    /// Whether a text consists of the characters of a host and a port. Whether it is a host is for the URL's parser.
    private static func isAuthority(_ text: String) -> Bool {
        text.utf8.allSatisfy { byte in
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "."), UInt8(ascii: "-"), UInt8(ascii: "_"),
                UInt8(ascii: ":"), UInt8(ascii: "["), UInt8(ascii: "]"):
                true
            default: false
            }
        }
    }
}
