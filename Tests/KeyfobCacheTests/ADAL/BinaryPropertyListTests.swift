import Foundation
import KeyfobCache
import KeyfobCore
import KeyfobTesting
import Testing

@Suite("Binary property lists")
struct BinaryPropertyListTests {
    private let everything = PropertyListValue.dictionary([
        "true": .bool(true), "false": .bool(false), "small": .integer(200), "middle": .integer(70_000),
        "long": .integer(5_000_000_000), "negative": .integer(-3), "extreme": .integer(.min), "real": .real(0.25),
        "date": .date(600_000_000.5), "data": .data(Array(0...255)), "empty": .data([]), "text": .string("plain"),
        "accents": .string("Zoë 漢 🔑"), "array": .array((0..<300).map { .integer($0) }), "uid": .uid(70_000),
        "set": .set([.string("one")]), "nested": .dictionary(["a": .array([.dictionary([:])])]), "null": .null,
    ])

    @Test("every kind of value survives a round trip")
    func roundTrip() throws {
        #expect(try BinaryPropertyList.decode(BinaryPropertyList.encode(everything)) == everything)
    }

    @Test("Foundation reads our lists, and we read those of Foundation")
    func foundation() throws {
        let plain = PropertyListValue.dictionary([
            "text": .string("Zoë"), "number": .integer(-70_000), "real": .real(1.5), "data": .data([1, 2]),
            "list": .array([.bool(true), .string("x")]),
        ])
        let read = try PropertyListSerialization.propertyList(
            from: Data(BinaryPropertyList.encode(plain)), format: nil)
        let theirs = try PropertyListSerialization.data(fromPropertyList: read, format: .binary, options: 0)
        #expect(try BinaryPropertyList.decode(Array(theirs)) == plain)
    }

    @Test("reading a truncated or changed list ends with a value or an error")
    func total() throws {
        let bytes = BinaryPropertyList.encode(everything)
        for length in 0..<bytes.count {
            #expect(throws: PropertyListError.self) { try BinaryPropertyList.decode(Array(bytes.prefix(length))) }
        }
        let random = SeededRandomSource(seed: 7)
        var refused = 0
        for _ in 0..<4000 {
            var changed = bytes
            for _ in 0...random.below(4) {
                // The trailer has the most influence, so it is changed most often.
                let place = random.below(2) == 0 ? bytes.count - 1 - random.below(32) : random.below(bytes.count)
                changed[place] = UInt8(truncatingIfNeeded: random.below(256))
            }
            if (try? BinaryPropertyList.decode(changed)) == nil { refused += 1 }
        }
        #expect(refused > 0)
    }

    /// Makes containers that contain each other: `references` of each object in order.
    private func arrays(_ references: [[UInt8]]) -> [UInt8] {
        var bytes = Array("bplist00".utf8)
        var offsets: [UInt8] = []
        for list in references {
            offsets.append(UInt8(bytes.count))
            bytes += [0xA0 | UInt8(list.count)] + list
        }
        let table = UInt8(bytes.count)
        bytes += offsets + [0, 0, 0, 0, 0, 0, 1, 1]
        for number in [UInt8(references.count), 0, table] { bytes += [0, 0, 0, 0, 0, 0, 0, number] }
        return bytes
    }

    @Test("a list that contains itself, expands without limit or is nested too deeply is refused")
    func bounded() throws {
        #expect(try BinaryPropertyList.decode(arrays([[1], []])) == .array([.array([])]))
        #expect(throws: PropertyListError.self) { try BinaryPropertyList.decode(arrays([[0]])) }
        #expect(throws: PropertyListError.self) { try BinaryPropertyList.decode(arrays([[1], [2], [0]])) }
        // 14 references on each of 12 levels are 14 to the power of 12 values.
        let bomb = (0..<12).map { level in [UInt8](repeating: UInt8(level + 1), count: 14) } + [[]]
        #expect(throws: PropertyListError.self) { try BinaryPropertyList.decode(arrays(bomb)) }
        let deep = (0..<80).map { [UInt8($0 + 1)] } + [[]]
        #expect(throws: PropertyListError.self) { try BinaryPropertyList.decode(arrays(deep)) }
    }

    @Test("no text form shows the contents of a list")
    func redacted() {
        let value = PropertyListValue.array([.string("token")])
        var dumped = ""
        dump(value, to: &dumped)
        #expect(!"\(value) \(String(reflecting: value)) \(dumped)".contains("token"))
    }
}
