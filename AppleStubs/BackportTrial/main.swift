// Runs what KeyfobBackport declares on Apple's systems, over a stub of their lock: eight threads change the same values.
import Dispatch
import Foundation
import KeyfobBackport

struct Refused: Error {}

final class Shared: Sendable {
    let list = Mutex<[Int]>([])
    let count = Atomic<Int>(0)
    let small = Atomic<UInt32>(.max)
    let isFirst = Atomic(true)
}

func require(_ condition: Bool, _ what: String) {
    guard !condition else { return }
    print("error: KeyfobBackport: \(what)")
    exit(1)
}

let shared = Shared()
let words = UnsafeMutableRawPointer.allocate(byteCount: 16, alignment: 8)
bindWords(at: words, count: 2)
mappedWords(at: words)[0].store(1, ordering: .sequentiallyConsistent)
mappedWords(at: words)[1].store(0, ordering: .sequentiallyConsistent)
let address = UInt(bitPattern: words)
let rounds = 20_000
DispatchQueue.concurrentPerform(iterations: 8) { thread in
    let mapped = mappedWords(at: UnsafeMutableRawPointer(bitPattern: address) ?? .allocate(byteCount: 16, alignment: 8))
    for round in 0..<rounds {
        shared.list.withLock { list in
            if list.count < 8 { list.append(0) }
            list[thread % list.count] += 1
        }
        shared.count.add(3, ordering: .relaxed)
        shared.count.subtract(2, ordering: .relaxed)
        if round == 0 { _ = shared.isFirst.exchange(false, ordering: .relaxed) }
        mapped[1].wrappingAdd(1, ordering: .sequentiallyConsistent)
    }
}
require(shared.list.withLock { $0.reduce(0, +) } == 8 * rounds, "Mutex lost a change")
require(shared.count.load(ordering: .acquiring) == 8 * rounds, "Atomic lost a change")
require(!shared.isFirst.load(ordering: .relaxed), "Atomic.exchange did not store")
require(mappedWords(at: words)[1].load(ordering: .acquiring) == UInt64(8 * rounds), "a mapped word lost a change")
require(mappedWords(at: words)[0].load(ordering: .acquiring) == 1, "a mapped word changed with its neighbour")
let wrapped = shared.small.wrappingAdd(2, ordering: .relaxed)
require(wrapped.oldValue == .max && wrapped.newValue == 1, "wrappingAdd did not wrap")
let pointer = Atomic<UnsafeMutableRawPointer>(words)
pointer.store(words + 8, ordering: .releasing)
require(pointer.load(ordering: .acquiring) == words + 8, "a pointer is not the one that was stored")

// An error releases the lock, and keeps its type.
do throws(Refused) {
    try shared.list.withLock { _ throws(Refused) in throw Refused() }
    require(false, "Mutex swallowed an error")
} catch {}
require(shared.list.withLock { $0.count } == 8, "Mutex stayed locked after an error")
words.deallocate()
