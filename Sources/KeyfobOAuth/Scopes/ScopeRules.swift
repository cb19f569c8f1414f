package import KeyfobCore

/// The rules for the scopes that an app may request, and that are sent.
package enum ScopeRules {
    /// Checks the scopes that an app passes.
    ///
    /// - Throws: ``AuthError`` with code `configuration` if there is a reserved scope among them (`openid`, `profile`,
    ///   `offline_access` are always sent, except to OpenID providers), a scope with a character that is not allowed
    ///   (RFC 6749 section 3.3), or `.default` together with a named scope.
    package static func check(_ scopes: ScopeSet, at kind: Authority.Kind = .aad) throws(AuthError) {
        let reserved = scopes.filter { ScopeSet.reserved.contains($0) }
        guard reserved.isEmpty || kind == .openID else {
            throw .configuration(
                "The scopes contain reserved scopes, which are always sent: \(reserved.joined(separator: ", ")).",
                remedy: "Leave openid, profile and offline_access out of the scopes.")
        }
        guard scopes.allSatisfy(isWellFormed) else {
            throw .configuration(
                "A scope contains a character that is not allowed.",
                remedy: "Pass each scope as a separate string, without spaces or quotes.")
        }
        guard !isMixture(scopes) else {
            throw .configuration(
                "The scope .default is mixed with other scopes.",
                remedy: "Pass RESOURCE/.default alone, or name each scope.")
        }
    }

    /// Returns the `scope` to send: the app's scopes and the reserved ones.
    ///
    /// A provider may refuse a request for a scope that it does not know (RFC 6749 section 3.3). So an OpenID provider
    /// gets `profile` and `offline_access` only if the app passes them or its metadata lists them. If the metadata
    /// lists no scopes at all, `profile` is sent too: OpenID Connect Core section 5.4 defines it.
    ///
    /// - Parameter metadata: the provider's metadata.
    package static func wire(_ scopes: ScopeSet, at kind: Authority.Kind, _ metadata: ProviderMetadata) -> ScopeSet {
        guard kind == .openID else { return scopes.union(.reserved) }
        let supported = ScopeSet(metadata.scopes.isEmpty ? ["profile"] : metadata.scopes)
        let optional = ScopeSet.reserved.filter { $0 != "openid" && supported.contains($0) }
        return ScopeSet(["openid"]).union(scopes).union(ScopeSet(optional))
    }

    /// Returns the `scope` of a refresh. The refresh token of an OpenID provider has its scopes already, and a scope that
    /// was not granted with it makes the provider refuse it (RFC 6749 section 6).
    package static func refreshWire(_ scopes: ScopeSet, at kind: Authority.Kind) -> ScopeSet {
        kind == .openID ? ScopeSet(["openid"]).union(scopes) : scopes.union(.reserved)
    }

    /// Whether `.default` is mixed with a named scope (AADSTS70011); the OpenID scopes are ignored.
    package static func isMixture(_ scopes: ScopeSet) -> Bool {
        let named = scopes.filter { !isOpenID($0) }
        return named.contains(where: isDefault) && !named.allSatisfy(isDefault)
    }

    /// Whether it is one of OpenID Connect's scopes (OpenID Connect Core sections 5.4 and 11).
    package static func isOpenID(_ scope: String) -> Bool {
        openID.contains(scope)
    }

    /// Whether it requests all statically granted permissions: `.default` or `RESOURCE/.default`.
    package static func isDefault(_ scope: String) -> Bool {
        let scope = scope.inLowerCase
        return scope == ".default" || scope.hasSuffix("/.default")
    }

    /// Returns the resource of a scope: the text before its last `/`, so that `https://x//.default` keeps a slash; nil
    /// for a bare name, which belongs to the provider's default resource.
    package static func resource(of scope: String) -> String? {
        guard let slash = scope.utf8.lastIndex(of: UInt8(ascii: "/")), slash != scope.startIndex else { return nil }
        return String(scope[..<slash])
    }

    /// Returns the name of a scope without its resource.
    package static func name(of scope: String) -> String {
        scope.utf8.lastIndex(of: UInt8(ascii: "/")).map { String(scope[scope.utf8.index(after: $0)...]) } ?? scope
    }

    /// Returns the resources of scopes without duplicates, in order; bare names and OpenID's scopes have none.
    package static func resources(of scopes: ScopeSet) -> [String] {
        var seen: Set<String> = []
        return scopes.filter { !isOpenID($0) }.compactMap(resource).filter { seen.insert($0.lowercased()).inserted }
    }

    private static let openID: ScopeSet = ["openid", "profile", "offline_access", "email", "address", "phone"]

    private static func isWellFormed(_ scope: String) -> Bool {
        scope.utf8.allSatisfy { $0 == 0x21 || (0x23...0x5B).contains($0) || (0x5D...0x7E).contains($0) }
    }
}
