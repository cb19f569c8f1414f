public import KeyfobCore

/// What an app may ask for, and what is sent for it.
public enum ScopeRules {
    /// Checks the scopes that an app passes.
    ///
    /// - Throws: ``AuthError`` with code `configuration` if there is a reserved scope among them (`openid`, `profile`,
    ///   `offline_access` are always sent), a scope with a character that no scope has (RFC 6749 section 3.3), or
    ///   `/.default` beside a named scope of the same resource.
    public static func check(_ scopes: ScopeSet) throws(AuthError) {
        let reserved = scopes.filter { ScopeSet.reserved.contains($0) }
        guard reserved.isEmpty else {
            throw .configuration(
                "The scopes hold what is always sent: \(reserved.joined(separator: ", ")).",
                remedy: "Leave openid, profile and offline_access out of the scopes.")
        }
        guard scopes.allSatisfy(isWellFormed) else {
            throw .configuration(
                "A scope holds a character that no scope has.",
                remedy: "Pass each scope as a string of its own, without spaces or quotes.")
        }
        guard !isMixture(scopes) else {
            throw .configuration(
                "The scope .default is mixed with other scopes.",
                remedy: "Pass RESOURCE/.default alone, or name each scope.")
        }
    }

    /// What is sent as `scope`: the app's scopes and the reserved ones.
    public static func wire(_ scopes: ScopeSet) -> ScopeSet { scopes.union(.reserved) }

    /// Whether `.default` stands beside a named scope (AADSTS70011); the OpenID scopes do not count.
    public static func isMixture(_ scopes: ScopeSet) -> Bool {
        let named = scopes.filter { !isOpenID($0) }
        return named.contains(where: isDefault) && !named.allSatisfy(isDefault)
    }

    /// Whether it is one of OpenID Connect's own scopes (OpenID Connect Core section 5.4 and section 11).
    public static func isOpenID(_ scope: String) -> Bool {
        ["openid", "profile", "offline_access", "email", "address", "phone"].contains(scope.lowercased())
    }

    /// Whether it asks for all that was granted statically: `.default` or `RESOURCE/.default`.
    public static func isDefault(_ scope: String) -> Bool {
        let scope = scope.lowercased()
        return scope == ".default" || scope.hasSuffix("/.default")
    }

    /// The resource of a scope: the text before its last `/`, so that `https://x//.default` keeps a slash; nil for a
    /// bare name, which belongs to the provider's default resource.
    public static func resource(of scope: String) -> String? {
        guard let slash = scope.lastIndex(of: "/"), slash != scope.startIndex else { return nil }
        return String(scope[..<slash])
    }

    /// The name of a scope without its resource.
    public static func name(of scope: String) -> String {
        scope.lastIndex(of: "/").map { String(scope[scope.index(after: $0)...]) } ?? scope
    }

    /// The resources of some scopes, each once, in order; bare names and OpenID's scopes have none.
    public static func resources(of scopes: ScopeSet) -> [String] {
        var seen: Set<String> = []
        return scopes.filter { !isOpenID($0) }.compactMap(resource).filter { seen.insert($0.lowercased()).inserted }
    }

    private static func isWellFormed(_ scope: String) -> Bool {
        scope.utf8.allSatisfy { $0 == 0x21 || (0x23...0x5B).contains($0) || (0x5D...0x7E).contains($0) }
    }
}
