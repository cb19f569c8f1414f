import Foundation
import KeyfobCore
import KeyfobCrypto
import KeyfobJOSE
import Testing

@Suite("Encrypted messages")
struct JWETests {
    private let key = [UInt8](1...32)
    private let vector = [UInt8](1...12)
    private let plain = Array("{\"a\":1}".utf8)

    @Test("RFC 7516 appendix A.1: the content key and the content are the published ones")
    func published() throws {
        let tests = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        let file = try JSONValue(parsing: Data(contentsOf: tests.appending(path: "Vectors/rfc7516-appendix-a1.json")))
        let der = try #require(file["key"]?.stringValue.flatMap { Hex.decode($0) })
        let lines = ["PRIVATE KEY"].map { "-----BEGIN \($0)-----\n\(Base64.encode(der))\n-----END \($0)-----\n" }
        let message = try JWE(compact: try #require(file["compact"]?.stringValue))
        let contentKey = try message.contentKey(with: .rsa(RSAPrivateKey(pem: lines[0])))
        #expect(Hex.encode(contentKey.reveal()) == file["contentKey"]?.stringValue)
        #expect(try message.open(contentKey: contentKey.reveal()) == Array((file["plain"]?.stringValue ?? "").utf8))
    }

    @Test("a change of any character, or another key, is detected")
    func mutations() throws {
        let compact = try JWE.seal(plain, header: ["ctx": "x"], key: key, initializationVector: vector)
        #expect(try JWE(compact: compact).open(key: key) == plain)
        #expect(try JWE(compact: compact).openAlsoUnauthenticated(key: key) == plain)
        let characters = Array(compact)
        for index in characters.indices {
            var changed = characters
            changed[index] = changed[index] == "A" ? "B" : "A"
            #expect(throws: JOSEError.self) { try JWE(compact: String(changed)).open(key: key) }
            #expect(throws: JOSEError.self) {
                try JWE(compact: String(changed)).openAlsoUnauthenticated(key: key)
            }
            #expect(throws: JOSEError.self) { try JWE(compact: String(characters.prefix(index))).open(key: key) }
        }
        #expect(throws: JOSEError.self) { try JWE(compact: compact).open(key: [UInt8](2...33)) }
        #expect(throws: JOSEError.self) { try JWE(compact: compact).open(key: [UInt8](1...16)) }
    }

    @Test("the form without a tag is read only by its separate method")
    func unauthenticated() throws {
        let compact = try JWE.sealUnauthenticated(plain, key: key, initializationVector: [UInt8](1...16))
        #expect(compact.hasSuffix(".") && compact.split(separator: ".").count == 3)
        #expect(try JWE(compact: compact).openAlsoUnauthenticated(key: key) == plain)
        #expect(throws: JOSEError.self) { try JWE(compact: compact).open(key: key) }
        // A message in the standard's form with its tag removed is not accepted as the other form.
        let sealed = try JWE.seal(plain, key: key, initializationVector: vector)
        let cut = sealed.split(separator: ".", omittingEmptySubsequences: false).dropLast().joined(separator: ".") + "."
        #expect(throws: JOSEError.self) { try JWE(compact: cut).openAlsoUnauthenticated(key: key) }
    }

    @Test("a message for a key is opened only with that key, of either kind", arguments: [true, false])
    func recipients(isRSA: Bool) throws {
        func key() throws -> AsymmetricKey { isRSA ? .rsa(try RSAPrivateKey()) : .p256(P256PrivateKey()) }
        let own = try key()
        let sealed = try JWE.seal(plain, for: own.publicKey, random: SystemRandomSource())
        let message = try JWE(compact: sealed.compact)
        #expect(try message.contentKey(with: own) == sealed.contentKey)
        #expect(try message.open(contentKey: sealed.contentKey.reveal()) == plain)
        let other = try key()
        #expect((try? message.contentKey(with: other)) != sealed.contentKey)
        let otherKind: AsymmetricKey = isRSA ? .p256(P256PrivateKey()) : .rsa(try RSAPrivateKey())
        #expect(throws: JOSEError.self) { try message.contentKey(with: otherKind) }
        #expect(throws: JOSEError.self) { try message.open(key: sealed.contentKey.reveal()) }
    }

    @Test(
        "headers with other algorithms, extensions or duplicates are refused",
        arguments: [
            #"{"alg":"dir","enc":"A128GCM"}"#, #"{"alg":"dir"}"#, #"{"alg":"dir","enc":"A256GCM","zip":"DEF"}"#,
            #"{"alg":"dir","enc":"A256GCM","crit":["exp"]}"#, #"{"alg":"dir","alg":"dir","enc":"A256GCM"}"#,
            #"["dir"]"#, "", #"{"alg":"dir","enc":"A256GCM""#,
        ])
    func headers(header: String) {
        #expect(throws: JOSEError.self) { try JWE(compact: "\(Base64URL.encode(Array(header.utf8)))..AQ.AQ.AQ") }
    }

    @Test("base64 with padding has one spelling")
    func base64() {
        #expect(Base64.encode([0xFB, 0xFF]) == "+/8=" && Base64.decode("+/8=") == [0xFB, 0xFF])
        for text in ["+/8", "+/9=", "-_8=", "+/8= ", "+/8==", "=", "A", " "] { #expect(Base64.decode(text) == nil) }
        #expect(Base64.decode("") == [])
        for text in ["+/8=", "+/8", " +/\n8=\r\n\t"] { #expect(Base64.decodeLoosely(text) == [0xFB, 0xFF]) }
        for text in ["-_8=", "+/8==", "="] { #expect(Base64.decodeLoosely(text) == nil) }
    }
}
