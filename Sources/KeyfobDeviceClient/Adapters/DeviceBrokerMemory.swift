public import KeyfobBrokerClient
public import KeyfobCore
import KeyfobDeviceProtocol

/// The state that an app stores while its broker is in front, in the app's user defaults on the device: it is durable
/// when a call returns, so that the app finds it even if it is killed right after.
public struct DeviceBrokerMemory: BrokerMemory {
    private let connection: DeviceConnection

    /// Makes the adapter of a connection.
    public init(_ connection: DeviceConnection) { self.connection = connection }

    /// Returns a dictionary of texts; nil if there is none, or a value of another type.
    public func dictionary(_ key: String) throws(AuthError) -> [String: String]? {
        guard let members = try read(key)?.objectValue else { return nil }
        let texts = members.compactMapValues(\.stringValue)
        return texts.count == members.count ? texts : nil
    }

    /// Stores a dictionary; nil deletes it.
    public func keep(_ dictionary: [String: String]?, as key: String) throws(AuthError) {
        do throws(DeviceError) {
            try connection.setDefault(key, dictionary.map { .object($0.mapValues { .string($0) }) })
        } catch {
            throw Self.unavailable(error)
        }
    }

    /// Returns a text; nil if there is none, or a value of another type.
    public func text(_ key: String) throws(AuthError) -> String? { try read(key)?.stringValue }

    private func read(_ key: String) throws(AuthError) -> JSONValue? {
        do throws(DeviceError) { return try connection.defaultValue(key) } catch { throw Self.unavailable(error) }
    }

    private static func unavailable(_ fault: DeviceError) -> AuthError {
        AuthError(
            .storeUnavailable, origin: .store, message: "The device's user defaults cannot be used: \(fault.message)",
            remedy: fault.remedy ?? "Start the app again.", cause: fault)
    }
}
