import Foundation
import KeyfobCore
import Testing

@Suite("Randomness and time")
struct RandomSourceTests {
    @Test("the system's source returns the requested number of bytes, and never the same twice")
    func system() {
        let source = SystemRandomSource()
        for count in [0, 1, 7, 8, 9, 33] { #expect(source.bytes(count).count == count) }
        #expect(source.bytes(-1).isEmpty)
        #expect(source.bytes(32) != source.bytes(32))
        #expect(Set((0..<64).flatMap { _ in source.bytes(64) }).count == 256)
    }

    @Test("a token has 43 characters, a UUID is of version 4 and in lower case")
    func forms() {
        let source = SystemRandomSource()
        #expect(source.token().utf8.count == 43 && Base64URL.decode(source.token())?.count == 32)
        for _ in 0..<50 {
            let uuid = Array(source.uuid())
            #expect(uuid.count == 36 && uuid[14] == "4" && "89ab".contains(uuid[19]))
            #expect([8, 13, 18, 23].allSatisfy { uuid[$0] == "-" })
            #expect(UUID(uuidString: String(uuid))?.uuidString.lowercased() == String(uuid))
        }
    }

    @Test("seconds are rounded down and clamped")
    func seconds() {
        #expect(Date(timeIntervalSince1970: 1.9).unixSeconds == 1)
        #expect(Date(timeIntervalSince1970: -0.1).unixSeconds == -1)
        #expect(Date(timeIntervalSince1970: 1e300).unixSeconds == .max)
        #expect(Date(timeIntervalSince1970: -1e300).unixSeconds == .min)
        #expect(Date(unixSeconds: 1_700_000_000).unixSeconds == 1_700_000_000)
    }
}
