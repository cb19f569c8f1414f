public import KeyfobCache
import KeyfobDeviceProtocol

/// The device's keychain, as this app sees it: through the access groups of its entitlements, which the switchboard
/// checks. Each call blocks its thread, as Security.framework's do.
public struct DeviceKeychain: KeychainServices {
    private let connection: DeviceConnection

    /// Makes the adapter of a connection.
    public init(_ connection: DeviceConnection) { self.connection = connection }

    /// The app's access groups with their prefixes, the default one first; none if it is not signed.
    public var groups: [String] { connection.identity.accessGroups }

    /// Adds an item.
    @discardableResult
    package func add(_ item: KeychainItem) throws(KeychainStatus) -> KeychainItem {
        guard let added = try items(.keychainAdd(item)).first else { throw .io }
        return added
    }

    /// Changes the matching items.
    package func update(_ query: KeychainQuery, to change: KeychainChange) throws(KeychainStatus) {
        _ = try items(.keychainUpdate(query, change))
    }

    /// Returns the matching items.
    package func copyMatching(_ query: KeychainQuery) throws(KeychainStatus) -> [KeychainItem] {
        try items(.keychainCopy(query))
    }

    /// Deletes the matching items.
    package func delete(_ query: KeychainQuery) throws(KeychainStatus) { _ = try items(.keychainDelete(query)) }

    private func items(_ request: DeviceRequest) throws(KeychainStatus) -> [KeychainItem] {
        do throws(DeviceError) {
            if case .items(let items) = try connection.performBlocking(request) { return items }
            return []
        } catch {
            // As on iOS: a device that does not respond is a keychain that is not available, and a request that is too
            // large is a parameter that is not valid.
            throw error.keychainStatus ?? (error.code == .refused ? .param : .notAvailable)
        }
    }
}
