import Testing

@testable import KeyfobStoreSQLite

@Suite("A process's cache of accounts")
struct SnapshotTests {
    private func entry(generation: UInt64 = 2, cost: Int = 100) -> PartitionSnapshot.Entry {
        PartitionSnapshot.Entry(partition: nil, stamps: [], generation: generation, cost: cost)
    }

    @Test("an entry is valid for its own generation, and for no other")
    func generation() {
        let snapshot = PartitionSnapshot(bound: 1000)
        snapshot.remember("ada", entry(generation: 2))
        #expect(snapshot.entry("ada", generation: 2) != nil)
        #expect(snapshot.entry("ada", generation: 4) == nil)
        #expect(snapshot.lastEntry("ada")?.generation == 2)
        snapshot.remember("ada", entry(generation: 4))
        #expect(snapshot.entry("ada", generation: 2) == nil)
        #expect(snapshot.entry("ada", generation: 4) != nil)
    }

    @Test("it stays within its bound, and keeps entries that are used repeatedly")
    func bound() {
        let snapshot = PartitionSnapshot(bound: 1000)
        snapshot.remember("hot", entry())
        for number in 0..<1000 {
            snapshot.remember("cold \(number)", entry())
            #expect(snapshot.entry("hot", generation: 2) != nil, "forgotten after \(number)")
        }
        let remembered = (0..<1000).filter { snapshot.lastEntry("cold \($0)") != nil }
        #expect(remembered.count <= 10)
        #expect(remembered.last == 999)
    }

    @Test("an entry larger than the bound does no harm")
    func huge() {
        let snapshot = PartitionSnapshot(bound: 1000)
        snapshot.remember("huge", entry(cost: 5000))
        snapshot.remember("ada", entry())
        #expect(snapshot.entry("ada", generation: 2) != nil)
    }
}
