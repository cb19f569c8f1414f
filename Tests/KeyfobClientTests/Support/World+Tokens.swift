import KeyfobClient
import KeyfobCore
import KeyfobFlows
import KeyfobJOSE
import KeyfobTesting

extension World {
    /// The claims of an access token, after its signature was verified with the provider's published keys, as an API
    /// does.
    func validatedClaims(_ token: Secret<String>) async throws -> [String: JSONValue] {
        try await validatedClaims(token, at: Contoso.authority())
    }

    /// The scopes (`scp`) of an access token, after its signature was verified.
    func validatedScopes(_ token: Secret<String>) async throws -> ScopeSet {
        ScopeSet(spaceSeparated: try await validatedClaims(token)["scp"]?.stringValue ?? "")
    }
}

/// The error that a call fails with; nil if it does not fail.
func failure<R>(_ call: () async throws(AuthError) -> R) async -> AuthError? {
    do throws(AuthError) {
        _ = try await call()
        return nil
    } catch {
        return error
    }
}
