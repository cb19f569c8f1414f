import Foundation
import KeyfobBackport

/// The keychain group of contexts and caches that name none: one value, under the several names that versions of ADAL
/// and its guides have used.
final class ADKeychainGroup: Sendable {
    static let shared = ADKeychainGroup()
    /// The default of ADAL and MSAL.
    static let standard = "com.microsoft.adalcache"

    private let state = Mutex<(name: String, isInUse: Bool)>((standard, false))

    /// The name, without the team's prefix.
    var name: String { state.withLock { $0.name } }

    /// Sets the group; nil means the app's own, its bundle id.
    ///
    /// - Returns: whether it was set: once a cache or a context uses the group it does not change. ADAL raised an
    ///   exception then; here the call has no effect, and an error is logged.
    @discardableResult
    func choose(_ name: String?) -> Bool {
        let name = name ?? Bundle.main.bundleIdentifier ?? Self.standard
        let isInTime = state.withLock { state in
            guard !state.isInUse || state.name == name else { return false }
            state.name = name
            return true
        }
        if !isInTime {
            ADLogger.write(
                .error, "The default keychain group is in use and stays. Set it before the first context is made.")
        }
        return isInTime
    }

    /// Returns the name, which cannot change from now on.
    func use() -> String {
        state.withLock { state in
            state.isInUse = true
            return state.name
        }
    }
}
