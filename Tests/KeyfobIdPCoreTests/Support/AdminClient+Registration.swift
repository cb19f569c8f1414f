import KeyfobCore
import KeyfobOAuth
import KeyfobTesting

extension AdminClient {
    /// Changes members of a registration.
    func change(_ clientID: String, _ changes: [String: JSONValue]) async throws {
        var members = try await call(.get, "/_admin/applications/\(clientID)").objectValue ?? [:]
        members.merge(changes) { _, new in new }
        try await call(.post, "/_admin/applications", .object(members))
    }
}
