import KeyfobBackport
package import KeyfobCache

/// A device's keychain without the device, with the rules that often break apps: the groups that an app may use, the
/// identity of items, and the items that a locked device returns.
///
/// It keeps its items in memory or, for several processes of one test, in a file. It is no place for real secrets:
/// nothing in it is encrypted.
public final class SimulatedKeychain: Sendable {
    private let device = Mutex(KeychainAvailability.unlocked)
    private let memory = Mutex<[KeychainItem]>([])
    private let file: SimulatedKeychainFile?

    /// Makes a keychain in memory, empty, on a device that is unlocked.
    public init() { file = nil }

    /// Opens a keychain in a file, and makes it if it is missing.
    ///
    /// - Throws: ``KeychainStatus/io`` if the file cannot be made or read.
    package init(path: String) throws(KeychainStatus) { file = try SimulatedKeychainFile(path: path) }

    /// The keychain as one app sees it.
    ///
    /// - Parameter entitlements: The app's entitlements; nil for an app that is not signed.
    package func app(_ entitlements: AppEntitlements?) -> SimulatedKeychainApp {
        SimulatedKeychainApp(keychain: self, groups: entitlements?.accessGroups ?? [])
    }

    /// Locks the device: only items accessible after the first unlock can be read.
    public func lock() { device.withLock { $0.isUnlocked = false } }

    /// Unlocks the device.
    public func unlock() { device.withLock { $0 = .unlocked } }

    /// Restarts the device, locked: no item can be read until it is unlocked.
    public func restart() { device.withLock { $0 = .restarted } }

    /// Every item of every app, as only the operating system sees them.
    ///
    /// - Throws: ``KeychainStatus/io`` if the file cannot be read.
    package func items() throws(KeychainStatus) -> [KeychainItem] {
        try change { items throws(KeychainStatus) in items }
    }

    /// Runs `body` on the items exclusively; its changes are stored unless it throws.
    func change<R: Sendable>(
        _ body: (inout [KeychainItem]) throws(KeychainStatus) -> R
    ) throws(KeychainStatus) -> R {
        try memory.withLock { items throws(KeychainStatus) in
            guard let file else {
                var copy = items
                let result = try body(&copy)
                items = copy
                return result
            }
            return try file.change(body)
        }
    }

    /// The items that the device's lock makes accessible now.
    var availability: KeychainAvailability { device.withLock { $0 } }
}
