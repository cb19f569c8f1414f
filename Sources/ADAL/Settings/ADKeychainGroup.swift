import Foundation
import Synchronization

/// The keychain group of contexts and caches that name none: one choice, under the several names that versions of ADAL
/// and its guides have given it.
final class ADKeychainGroup: Sendable {
    static let shared = ADKeychainGroup()
    /// What ADAL and MSAL use unless an app says otherwise.
    static let standard = "com.microsoft.adalcache"

    private let state = Mutex<(name: String, isInUse: Bool)>((standard, false))

    /// The name, without the team's prefix.
    var name: String { state.withLock { $0.name } }

    /// Chooses another group; nil means the app's own, its bundle id.
    ///
    /// - Returns: whether it was still time: once a cache or a context uses the group it stays. ADAL raised an exception
    ///   then; here the call has no effect, and the log says so.
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

    /// The name, which stays from now on.
    func use() -> String {
        state.withLock { state in
            state.isInUse = true
            return state.name
        }
    }
}
