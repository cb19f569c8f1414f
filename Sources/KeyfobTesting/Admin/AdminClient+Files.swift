public import KeyfobCore
import KeyfobOAuth

extension AdminClient {
    /// Changes the directory as a file says: what the file does not name stays as it is.
    ///
    /// - Parameters:
    /// - directory: The contents of the file: a tenant's `users`, `applications`, `groups`, `trust` and so on.
    /// - tenant: The tenant's id or domain; nil is the first one, Contoso.
    /// - Returns: The plan, which contains the changes and notes.
    /// - Throws: ``Refusal`` that names the member at fault.
    @discardableResult
    public func apply(_ directory: JSONValue, tenant: String? = nil) async throws -> JSONValue {
        var body: [String: JSONValue] = ["files": [["name": "directory.json", "text": .string(directory.text())]]]
        body["tenant"] = tenant.map { .string($0) }
        return try await call(.post, "/_admin/apply", .object(body))
    }

    /// Registers an application, or changes one: members that are left out stay as they are.
    ///
    /// - Parameters:
    /// - application: Microsoft Graph's `application`, with an `appId` of the caller's choice.
    /// - tenant: The tenant; nil is the first one, Contoso.
    public func put(application: JSONValue, tenant: String? = nil) async throws {
        try await apply(["applications": [application]], tenant: tenant)
    }
}
