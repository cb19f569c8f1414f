#if os(Linux)
import Foundation

/// User ids that no other device reaches on its way up from the first ones: for devices that end and are set up again,
/// with the same ids as before.
enum OwnUserIDs {
    /// The first id of a range that belongs to this process.
    ///
    /// - Parameter number: The number of the range, below twenty.
    static func first(_ number: UInt32) -> UInt32 { 3_000_000 + UInt32(getpid() % 100_000) * 20_000 + number * 1000 }
}
#endif
