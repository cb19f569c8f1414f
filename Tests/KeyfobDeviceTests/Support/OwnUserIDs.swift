import Foundation

/// User ids that no other device comes to on its way up from the first ones: for devices that end and are set up again, with
/// the same ids as before.
enum OwnUserIDs {
    /// The first of a range of this process's.
    ///
    /// - Parameter number: which of the ranges, below twenty.
    static func first(_ number: UInt32) -> UInt32 { 3_000_000 + UInt32(getpid() % 100_000) * 20_000 + number * 1000 }
}
