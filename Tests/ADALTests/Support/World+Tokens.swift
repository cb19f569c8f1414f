import ADAL
import KeyfobCore
import KeyfobFlows
import KeyfobJOSE
import KeyfobTesting
import Testing

extension World {
    /// The claims of an access token, after its signature was verified with the provider's published keys, as by an
    /// API.
    func validatedClaims(_ token: String?) async throws -> [String: JSONValue] {
        let driver = FlowDriver(
            transport: provider, clock: clock, random: SystemRandomSource(), userAgent: nil, pause: ImmediatePause())
        let metadata = try await driver.metadata(for: Authority(authority()))
        let keys = try await driver.keys(of: metadata, refresh: true)
        let jws = try JWS(compact: #require(token))
        guard let key = jws.keyID.flatMap({ keys.key($0) }), let algorithm = key.algorithm else {
            throw JOSEError("The token's key is not published.")
        }
        try jws.verify(with: key, algorithm: algorithm)
        return try JSONValue(parsing: jws.payload).objectValue ?? [:]
    }

    /// The scopes (`scp`) of an access token, after its signature was verified.
    func validatedScopes(_ token: String?) async throws -> ScopeSet {
        ScopeSet(spaceSeparated: try await validatedClaims(token)["scp"]?.stringValue ?? "")
    }
}
