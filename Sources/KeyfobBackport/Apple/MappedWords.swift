#if canImport(Darwin)
import KeyfobAtomics

/// 64-bit words in memory that processes share.
package struct MappedWords {
    fileprivate let first: UnsafeMutablePointer<UInt64>

    package subscript(index: Int) -> MappedWord { MappedWord(word: first + index) }
}

/// One of these words, with the calls of Synchronization's `Atomic<UInt64>`.
package struct MappedWord {
    fileprivate let word: UnsafeMutablePointer<UInt64>

    package func load(ordering: AtomicOrdering) -> UInt64 { keyfob_atomic_load(word) }

    package func store(_ value: UInt64, ordering: AtomicOrdering) { keyfob_atomic_store(word, value) }

    @discardableResult
    package func wrappingAdd(_ operand: UInt64, ordering: AtomicOrdering) -> (oldValue: UInt64, newValue: UInt64) {
        let old = keyfob_atomic_add(word, operand)
        return (old, old &+ operand)
    }
}

/// Makes memory that was just mapped contain words.
package func bindWords(at address: UnsafeMutableRawPointer, count: Int) {
    address.bindMemory(to: UInt64.self, capacity: count)
}

/// Returns the words at an address, which is mapped for as long as they are used.
package func mappedWords(at address: UnsafeMutableRawPointer) -> MappedWords {
    MappedWords(first: address.assumingMemoryBound(to: UInt64.self))
}
#endif
