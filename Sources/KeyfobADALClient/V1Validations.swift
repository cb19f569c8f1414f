import KeyfobCore
import Synchronization

/// The authorities that were found to be genuine, in memory only, so that they are validated again after a restart.
final class V1Validations: Sendable {
    private let known = Mutex<Set<String>>([])

    func contains(_ authority: Authority) -> Bool { known.withLock { $0.contains(Self.name(authority)) } }

    func insert(_ authority: Authority) { known.withLock { _ = $0.insert(Self.name(authority)) } }

    /// A host is validated as a whole, an AD FS by its path.
    private static func name(_ authority: Authority) -> String {
        authority.kind == .adfs ? authority.description : authority.environment
    }
}
