package import KeyfobCore

/// A user in ADAL (`ADUserInformation`): the id token, from which everything else is read.
package struct ADALCacheUserInformation: Sendable, Hashable {
    /// The id token as issued (`rawIdToken`); neither ADAL nor this library verifies its signature.
    package let rawIDToken: Secret<String>
    /// `homeAccountId`, which late versions also store here.
    package let homeAccountID: String?
    /// The token's claims; empty if it is malformed.
    package let claims: [String: JSONValue]
    /// Unknown members, which a rewrite keeps.
    let unknown: Secret<[String: ArchivedValue]>

    /// Makes the information from an id token.
    package init(rawIDToken: Secret<String>, homeAccountID: String? = nil) {
        self.init(rawIDToken: rawIDToken, homeAccountID: homeAccountID, unknown: [:])
    }

    init(rawIDToken: Secret<String>, homeAccountID: String?, unknown: [String: ArchivedValue]) {
        self.rawIDToken = rawIDToken
        self.homeAccountID = homeAccountID
        self.unknown = Secret(unknown)
        claims = Self.claims(of: rawIDToken.reveal())
    }

    /// The user's name in the keys of ADAL's items, as in the token; nil if the token contains no name.
    ///
    /// For a version 1 token the first of `upn`, `email`, `sub`, `oid`, `unique_name` and `altsecid`; for a version 2
    /// token (`ver` is `2.0`) the first of `preferred_username` and `sub`.
    package var userID: String? { identity?.value }

    /// Whether ``userID`` is a name that can be shown to the user, and not an opaque identifier.
    package var isUserIDDisplayable: Bool { identity.map { Self.displayable.contains($0.claim) } ?? false }

    /// `oid`, else `sub`: the user's object id in the tenant of the token.
    package var localAccountID: String? { text("oid") ?? text("sub") }

    /// `tid`: the tenant that issued the token.
    package var tenantID: String? { text("tid") }

    private var identity: (claim: String, value: String)? {
        let order = text("ver") == "2.0" ? Self.version2 : Self.version1
        for claim in order {
            if let value = text(claim) { return (claim, value) }
        }
        return nil
    }

    private func text(_ claim: String) -> String? {
        guard let value = claims[claim]?.stringValue, !value.allSatisfy(\.isWhitespace) else { return nil }
        return value
    }

    private static let version1 = ["upn", "email", "sub", "oid", "unique_name", "altsecid"]
    private static let version2 = ["preferred_username", "sub"]
    private static let displayable: Set<String> = ["upn", "email", "unique_name", "preferred_username"]

    /// The claims in the middle part of a token, which may be unsigned, as in old responses of the version 1 endpoint.
    private static func claims(of token: String) -> [String: JSONValue] {
        let parts = token.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        guard parts.count >= 2 else { return [:] }
        let text = String(Substring(parts[1].prefix { $0 != UInt8(ascii: "=") }))
        guard let bytes = Base64URL.decode(text) else { return [:] }
        return (try? JSONValue(parsing: bytes))?.objectValue ?? [:]
    }
}
