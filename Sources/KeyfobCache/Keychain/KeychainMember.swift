import KeyfobCore

/// The names of the members of an entity's JSON.
enum KeychainMember {
    static let credentialType = "credential_type"
    static let secret = "secret"
    static let homeAccountID = "home_account_id"
    static let environment = "environment"
    static let clientID = "client_id"
    static let realm = "realm"
    static let target = "target"
    static let tokenType = "token_type"
    static let cachedAt = "cached_at"
    static let expiresOn = "expires_on"
    static let extendedExpiresOn = "extended_expires_on"
    static let refreshOn = "refresh_on"
    static let requestedClaims = "requested_claims"
    static let familyID = "family_id"
    static let localAccountID = "local_account_id"
    static let username = "username"
    static let authorityType = "authority_type"
    static let applicationIdentifier = "application_cache_identifier"
    static let app = "app"
    static let signInState = "sign_in_state"
    /// The name and the members of an entity without a format in IdentityCore.
    static let name = "name"
    static let members = "members"
}

extension [String: JSONValue] {
    func text(_ name: String) -> String? { self[name]?.stringValue }

    /// A time, in seconds since 1970. It is written as text, since IdentityCore reads only text; a number is read too,
    /// and a fraction is dropped.
    func time(_ name: String) -> Int64? {
        guard let value = self[name] else { return nil }
        if let number = value.integerValue { return number }
        return value.stringValue?.split(separator: ".", omittingEmptySubsequences: false).first.flatMap { Int64($0) }
    }

    /// The members except those with the given names.
    func without(_ names: Set<String>) -> [String: JSONValue] { filter { !names.contains($0.key) } }
}
