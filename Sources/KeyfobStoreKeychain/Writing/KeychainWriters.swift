import Dispatch
import Synchronization

/// The queues that serialize the writers of one process, by access group.
enum KeychainWriters {
    private static let queues = Mutex<[String: DispatchQueue]>([:])

    /// The queue on which the transactions of an access group run one after the other.
    static func queue(of accessGroup: String) -> DispatchQueue {
        queues.withLock { queues in
            let queue = queues[accessGroup] ?? DispatchQueue(label: "keyfob.keychain.\(accessGroup)")
            queues[accessGroup] = queue
            return queue
        }
    }
}
