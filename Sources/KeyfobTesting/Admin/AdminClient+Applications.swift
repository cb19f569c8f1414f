import KeyfobCore
import KeyfobOAuth

extension AdminClient {
    /// Adds redirect URIs to a client's registration, on the platform of mobile and desktop applications.
    public func register(_ redirectURIs: [String], for clientID: String) async throws {
        try await changeRedirects(of: clientID) { present in
            present + redirectURIs.filter { !present.contains($0) }
        }
    }

    /// Removes redirect URIs from a client's registration.
    public func unregister(_ redirectURIs: [String], for clientID: String) async throws {
        try await changeRedirects(of: clientID) { $0.filter { !redirectURIs.contains($0) } }
    }

    private func changeRedirects(of clientID: String, _ change: ([String]) -> [String]) async throws {
        let registration = try await call(.get, "/_admin/applications/\(clientID)")
        var members = registration.objectValue ?? [:]
        let present = registration["publicClient"]?["redirectUris"]?.arrayValue?.compactMap(\.stringValue) ?? []
        members["publicClient"] = ["redirectUris": .strings(change(present))]
        try await call(.post, "/_admin/applications", .object(members))
    }
}
