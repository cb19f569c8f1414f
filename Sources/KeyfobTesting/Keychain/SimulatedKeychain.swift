public import KeyfobCache
import Synchronization

/// A device's keychain without the device, with the rules that apps trip over: which groups an app may use, what
/// counts as the same item, and what a locked device gives out.
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
    public init(path: String) throws(KeychainStatus) { file = try SimulatedKeychainFile(path: path) }

    /// The keychain as one app sees it.
    ///
    /// - Parameter entitlements: the app's; nil stands for an app that is not signed.
    public func app(_ entitlements: AppEntitlements?) -> SimulatedKeychainApp {
        SimulatedKeychainApp(keychain: self, groups: entitlements?.accessGroups ?? [])
    }

    /// Locks the device: only what is accessible after the first unlock can be had.
    public func lock() { device.withLock { $0.isUnlocked = false } }

    /// Unlocks the device.
    public func unlock() { device.withLock { $0 = .unlocked } }

    /// Starts the device anew, locked: nothing can be had until it is unlocked.
    public func restart() { device.withLock { $0 = .restarted } }

    /// Every item of every app, as only the operating system sees them.
    ///
    /// - Throws: ``KeychainStatus/io`` if the file cannot be read.
    public func items() throws(KeychainStatus) -> [KeychainItem] {
        try change { items throws(KeychainStatus) in items }
    }

    /// Runs `body` on the items, alone; what it changed is kept unless it throws.
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

    /// What the device's lock allows now.
    var availability: KeychainAvailability { device.withLock { $0 } }
}
