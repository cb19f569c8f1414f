public import KeyfobCore
import KeyfobOAuth

extension AdminClient {
    /// The registered devices of a tenant, as Microsoft Graph's `device`.
    ///
    /// - Parameter tenant: The tenant's id or domain; nil is the first one, Contoso.
    public func devices(tenant: String? = nil) async throws -> [JSONValue] {
        try await graph(.get, "devices", tenant: tenant)["value"]?.arrayValue ?? []
    }

    /// Sets a device's state; nil leaves a value unchanged.
    ///
    /// - Parameters:
    /// - id: The device's id.
    /// - isEnabled: Whether it may be used.
    /// - isManaged: Whether the organization manages it.
    /// - isCompliant: Whether it complies with the organization's rules; only a managed one can.
    public func setDevice(
        _ id: String, isEnabled: Bool? = nil, isManaged: Bool? = nil, isCompliant: Bool? = nil
    ) async throws {
        var body: [String: JSONValue] = [:]
        body["accountEnabled"] = isEnabled.map { .bool($0) }
        body["isManaged"] = isManaged.map { .bool($0) }
        body["isCompliant"] = isCompliant.map { .bool($0) }
        try await graph(.patch, "devices(deviceId='\(id)')", .object(body))
    }

    /// Removes a device, and everything that was issued to it.
    public func removeDevice(_ id: String) async throws { try await graph(.delete, "devices(deviceId='\(id)')") }
}
