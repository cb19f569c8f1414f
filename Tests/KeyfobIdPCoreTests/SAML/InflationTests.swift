import Foundation
import KeyfobCore
import KeyfobJOSE
import KeyfobSAML
import Testing

@Suite("Raw DEFLATE")
struct InflationTests {
    private static let vectors: JSONValue = {
        let path = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().appendingPathComponent("Vectors/raw-deflate.json")
        return (try? JSONValue(parsing: Array(Data(contentsOf: path)))) ?? .null
    }()

    private static func bytes(_ value: JSONValue?) -> [UInt8]? { value?.stringValue.flatMap(Base64.decode) }

    @Test("What zlib compresses, in each kind of block, is read")
    func vectors() throws {
        let rows = Self.vectors["rows"]?.arrayValue ?? []
        #expect(rows.count == 7)
        for row in rows {
            let plain = try #require(Self.bytes(row["plain"]))
            let deflated = try #require(Self.bytes(row["deflate"]))
            let name = row["name"]?.stringValue ?? ""
            #expect(Inflation.inflated(deflated, atMost: plain.count) == plain, "\(name)")
            // One byte less is a limit too.
            if !plain.isEmpty { #expect(Inflation.inflated(deflated, atMost: plain.count - 1) == nil, "\(name)") }
            #expect(Inflation.inflated(deflated + [0], atMost: 1 << 20) == nil, "\(name)")
            for end in deflated.indices { #expect(Inflation.inflated(Array(deflated[..<end]), atMost: 1 << 20) == nil) }
        }
    }

    @Test("A small text that stands for ten megabytes is refused at the limit")
    func bomb() throws {
        let bomb = try #require(Self.bytes(Self.vectors["bomb"]))
        #expect(bomb.count < 16 << 10)
        #expect(Inflation.inflated(bomb, atMost: 32 << 10) == nil)
        #expect(Inflation.inflated(bomb, atMost: 10 << 20)?.count == 10 << 20)
    }

    @Test("Changed bits never trap, and never exceed the limit")
    func damage() throws {
        for row in Self.vectors["rows"]?.arrayValue ?? [] {
            let deflated = try #require(Self.bytes(row["deflate"]))
            for place in 0..<min(deflated.count * 8, 2000) {
                var changed = deflated
                changed[place / 8] ^= 1 << UInt8(place % 8)
                #expect((Inflation.inflated(changed, atMost: 5000)?.count ?? 0) <= 5000)
            }
        }
    }
}
