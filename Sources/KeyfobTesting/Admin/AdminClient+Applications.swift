public import KeyfobCore
import KeyfobOAuth

extension AdminClient {
    /// Adds redirect URIs to a client's registration, on the platform of mobile and desktop applications.
    ///
    /// - Parameters:
    /// - redirectURIs: The redirect URIs.
    /// - clientID: The application id.
    /// - tenant: The tenant in which it is registered; nil is the first one, Contoso.
    public func register(_ redirectURIs: [String], for clientID: String, tenant: String? = nil) async throws {
        try await changeRedirects(of: clientID, tenant) { present in
            present + redirectURIs.filter { !present.contains($0) }
        }
    }

    /// Removes redirect URIs from a client's registration.
    public func unregister(_ redirectURIs: [String], for clientID: String) async throws {
        try await changeRedirects(of: clientID, nil) { $0.filter { !redirectURIs.contains($0) } }
    }

    /// Adds a secret to a registration.
    ///
    /// - Parameters:
    /// - clientID: The application id.
    /// - displayName: A name for people.
    /// - Returns: Microsoft Graph's `passwordCredential`, with the text of the secret as `secretText`.
    public func addSecret(to clientID: String, displayName: String) async throws -> JSONValue {
        try await graph(
            .post, "applications(appId='\(clientID)')/addPassword",
            ["passwordCredential": ["displayName": .string(displayName)]])
    }

    /// What to change in a registration's redirect URIs.
    ///
    /// - Parameters:
    /// - clientID: The application id.
    /// - bundleIDs: The bundle ids of its apps; without them those in the redirect URIs.
    public func advice(on clientID: String, bundleIDs: [String] = []) async throws -> [JSONValue] {
        let query = bundleIDs.isEmpty ? nil : "bundleId=\(bundleIDs.joined(separator: ","))"
        let path = "/_admin/applications/\(clientID)/advice"
        return try await call(.get, path, query: query)["value"]?.arrayValue ?? []
    }

    private func changeRedirects(
        of clientID: String, _ tenant: String?, _ change: ([String]) -> [String]
    ) async throws {
        let registration = try await registration(of: clientID, tenant: tenant)
        let present = registration["publicClient"]?["redirectUris"]?.arrayValue?.compactMap(\.stringValue) ?? []
        try await graph(
            .patch, "applications(appId='\(clientID)')",
            ["publicClient": ["redirectUris": .strings(change(present))]], tenant: tenant)
    }
}
