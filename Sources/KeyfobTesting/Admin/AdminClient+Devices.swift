public import KeyfobCore
import KeyfobOAuth

extension AdminClient {
    /// The registered devices of every tenant, in the order of registration.
    public func devices() async throws -> [JSONValue] {
        try await call(.get, "/_admin/devices")["value"]?.arrayValue ?? []
    }

    /// Sets a device's state; nil leaves a value unchanged.
    ///
    /// - Parameters:
    /// - id: The device's id.
    /// - isEnabled: Whether it may be used.
    /// - isManaged: Whether the organization manages it.
    /// - isCompliant: Whether it complies with the organization's rules; only a managed one can.
    @discardableResult
    public func setDevice(
        _ id: String, isEnabled: Bool? = nil, isManaged: Bool? = nil, isCompliant: Bool? = nil
    ) async throws -> JSONValue {
        var body: [String: JSONValue] = [:]
        body["accountEnabled"] = isEnabled.map { .bool($0) }
        body["isManaged"] = isManaged.map { .bool($0) }
        body["isCompliant"] = isCompliant.map { .bool($0) }
        return try await call(.patch, "/_admin/devices/\(id)", .object(body))
    }

    /// Removes a device, and everything that was issued to it.
    public func removeDevice(_ id: String) async throws { try await call(.delete, "/_admin/devices/\(id)") }
}
