#if PostgreSQL
import KeyfobBackport

/// Where the last pages of the sign-in log ended, so that the next page begins there. Without a mark the server counts
/// all entries before the page.
///
/// A number belongs to one entry for ever: later entries come after it, and only the oldest are removed.
final class LogMarks: Sendable {
    /// The place of an entry.
    struct Mark: Sendable {
        let sequence: Int64
        let transactionID: String
        let position: Int64
    }

    /// The number of readers that page at the same time, about.
    private static let most = 32

    private let marks = Mutex<[Mark]>([])

    /// The place of the entry with a number, if it ended a page.
    func mark(at sequence: Int64) -> Mark? { marks.withLock { $0.last { $0.sequence == sequence } } }

    /// Notes the end of a page.
    func add(_ mark: Mark) {
        marks.withLock { marks in
            marks.removeAll { $0.sequence == mark.sequence }
            if marks.count >= Self.most { marks.removeFirst() }
            marks.append(mark)
        }
    }
}
#endif
