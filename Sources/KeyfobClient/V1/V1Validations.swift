import KeyfobCore
import Synchronization

/// The authorities that were found to be genuine, in memory: whoever restarts asks again.
final class V1Validations: Sendable {
    private let known = Mutex<Set<String>>([])

    func contains(_ authority: Authority) -> Bool { known.withLock { $0.contains(Self.name(authority)) } }

    func insert(_ authority: Authority) { known.withLock { _ = $0.insert(Self.name(authority)) } }

    /// A host is vouched for as a whole, except that AD FS is by its path.
    private static func name(_ authority: Authority) -> String {
        authority.kind == .adfs ? authority.description : authority.environment
    }
}
