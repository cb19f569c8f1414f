extension Authority {
    static let remedy =
        "Use the form https://HOST/TENANT, for example https://login.microsoftonline.com/common."

    /// Parses an authority URL and guesses its kind, in MSAL's order: B2C, AD FS, External ID, the Microsoft identity
    /// platform. A generic OpenID provider is never guessed; use ``openID(issuer:)``.
    ///
    /// B2C is `/tfp/TENANT/POLICY`, `?p=POLICY`, or any path of two segments at a host of `b2clogin.com`; AD FS is a
    /// first segment `adfs`; External ID is a host of `ciamlogin.com`. Everything else is the Microsoft identity
    /// platform; query, fragment and further path segments are dropped.
    ///
    /// - Throws: ``AuthError`` with code `configuration` if the text is not an `https` URL with the parts that its kind
    ///   needs.
    public init(_ text: String) throws(AuthError) {
        let url = try Self.url(text)
        let segments = try Self.segments(of: url)
        let first = segments.first?.lowercased()
        if Self.isB2C(url, segments, first: first) {
            self = try .b2c(text)
        } else if first == "adfs" {
            self = try .adfs(text)
        } else if Self.subdomain(ofCIAM: url.host) != nil {
            self = try .ciam(text)
        } else {
            guard let tenant = segments.first else {
                throw .configuration("The authority has no tenant segment.", remedy: Self.remedy)
            }
            self.init(environment: url.hostAndPort, tenant: tenant)
        }
    }

    private static func isB2C(_ url: HTTPURL, _ segments: [String], first: String?) -> Bool {
        first == "tfp" || policy(inQueryOf: url) != nil
            || (url.host.hasSuffix(".b2clogin.com") && segments.count >= 2)
    }

    /// Parses an absolute `https` URL, without its fragment.
    static func url(_ text: String) throws(AuthError) -> HTTPURL {
        let plain = text.utf8.firstIndex(of: UInt8(ascii: "#")).map { String(text[..<$0]) } ?? text
        guard let url = HTTPURL(plain) else {
            throw .configuration("The authority is not an absolute https URL.", remedy: remedy)
        }
        guard url.scheme == "https" else { throw .configuration("The authority must use https.", remedy: remedy) }
        return url
    }

    /// The decoded segments of a path.
    static func segments(of url: HTTPURL) throws(AuthError) -> [String] {
        var segments: [String] = []
        for part in url.path.utf8.split(separator: UInt8(ascii: "/")) {
            guard let segment = PercentEncoding.decode(Substring(part)), segment != ".", segment != "..",
                !segment.utf8.contains(UInt8(ascii: "/"))
            else { throw .configuration("The authority's path is malformed.", remedy: remedy) }
            segments.append(segment)
        }
        return segments
    }

    /// The policy of `?p=POLICY`.
    static func policy(inQueryOf url: HTTPURL) -> String? {
        guard let query = url.query else { return nil }
        for pair in query.split(separator: "&") where pair.hasPrefix("p=") {
            if let policy = PercentEncoding.decode(pair.dropFirst(2)), !policy.isEmpty { return policy }
        }
        return nil
    }
}
