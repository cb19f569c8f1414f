import KeyfobCore

/// The identity of an ADAL item: authority, resource, client and user, each trimmed and in lower case.
package struct ADALCacheKey: Sendable, Hashable {
    /// The authority's URL without a slash at its end.
    package let authority: String
    /// The resource; empty for a token of several resources.
    package let resource: String
    /// The client id; `foci-1` for a token of family 1.
    package let clientID: String
    /// The user's name; empty where there was no id token (ADFS).
    package let userID: String

    /// Makes a key, and normalizes its parts for comparison.
    package init(authority: String, resource: String?, clientID: String, userID: String) {
        var authority = Self.canonical(authority)
        while authority.hasSuffix("/") { authority.removeLast() }
        self.authority = authority
        self.resource = Self.canonical(resource ?? "")
        self.clientID = Self.canonical(clientID)
        self.userID = Self.canonical(userID)
    }

    /// The client id in the key of a family's token.
    package static func familyClientID(_ familyID: String) -> String { "foci-\(familyID)" }

    /// Trimmed and in lower case (`+[ADUserInformation normalizeUserId:]` does the same).
    static func canonical(_ text: String) -> String {
        let trimmed = text.drop(while: \.isWhitespace)
        guard let last = trimmed.lastIndex(where: { !$0.isWhitespace }) else { return "" }
        return trimmed[...last].lowercased()
    }
}
