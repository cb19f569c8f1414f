public import KeyfobCore
import KeyfobOAuth

extension AdminClient {
    /// The registered devices of every tenant, in the order in which they were registered.
    public func devices() async throws -> [JSONValue] {
        try await call(.get, "/_admin/devices")["value"]?.arrayValue ?? []
    }

    /// Sets a device's state; nil leaves as it is.
    ///
    /// - Parameters:
    ///   - id: the device's id.
    ///   - isEnabled: whether it may be used.
    ///   - isManaged: whether the organization manages it.
    ///   - isCompliant: whether it keeps the organization's rules; only a managed one can.
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

    /// Removes a device, and all that was issued to it.
    public func removeDevice(_ id: String) async throws { try await call(.delete, "/_admin/devices/\(id)") }
}
