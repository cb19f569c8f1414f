import Foundation
import KeyfobCache
import Testing

@Suite("The creator of keychain items")
struct KeychainCreatorTests {
    @Test("the hash matches Foundation's for strings, on both sides of the length from which it samples")
    func agreesWithFoundation() {
        let long = String(repeating: "ABCDE12345.com.example.", count: 9)
        let texts =
            ["", "a", "abc", "abcd", "ABCDE12345.com.microsoft.identity.universalstorage", "ä€😀"]
            + [95, 96, 97, 98, 131, 200].map { String(long.prefix($0)) }
        for text in texts {
            #expect(KeychainCreator.hash(text) == UInt32(truncatingIfNeeded: NSString(string: text).hash), "\(text)")
        }
    }

    @Test("the hash of a group is the result of the published algorithm")
    func literal() {
        #expect(KeychainCreator.hash("ABCDE12345.com.microsoft.identity.universalstorage") == 3_330_215_813)
    }
}
