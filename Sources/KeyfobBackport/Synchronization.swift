#if !canImport(Darwin)
// A file that imports this module sees Synchronization, too, so that one import suffices on every platform.
@_exported public import Synchronization

/// 64-bit words in memory that processes share.
package typealias MappedWords = UnsafeMutablePointer<Atomic<UInt64>>

/// Makes memory that was just mapped contain words.
package func bindWords(at address: UnsafeMutableRawPointer, count: Int) {
    address.bindMemory(to: Atomic<UInt64>.self, capacity: count)
}

/// Returns the words at an address, which is mapped for as long as they are used.
package func mappedWords(at address: UnsafeMutableRawPointer) -> MappedWords {
    address.assumingMemoryBound(to: Atomic<UInt64>.self)
}
#endif
