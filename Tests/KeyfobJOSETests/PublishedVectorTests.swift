import Foundation
import KeyfobCore
import KeyfobJOSE
import Testing

@Suite("Published vectors")
struct PublishedVectorTests {
    private func vectors(_ name: String) throws -> JSONValue {
        let tests = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        return try JSONValue(parsing: Data(contentsOf: tests.appending(path: "Vectors/\(name)")))
    }

    @Test("RFC 7515 appendices A.2 and A.3: the signatures verify, and the payload is the published one")
    func verifies() throws {
        let file = try vectors("rfc7515-appendix-a.json")
        var verified = 0
        for example in try #require(file["examples"]?.arrayValue) {
            guard let algorithm = SignatureAlgorithm(rawValue: example["algorithm"]?.stringValue ?? "") else {
                continue
            }
            let compact = try #require(example["compact"]?.stringValue)
            let key = try JWK(json: #require(example["key"]))
            let jws = try JWS(compact: compact)
            try jws.verify(with: key, algorithm: algorithm)
            #expect(String(decoding: jws.payload, as: UTF8.self) == file["payload"]?.stringValue)
            for other in SignatureAlgorithm.allCases where other != algorithm {
                #expect(throws: JOSEError.self) { try jws.verify(with: key, algorithm: other) }
            }
            verified += 1
        }
        #expect(verified == 2)
    }

    @Test("RFC 7515 appendices A.1 and A.5: HS256 and none are not supported algorithms, with any key")
    func refuses() throws {
        let file = try vectors("rfc7515-appendix-a.json")
        let factory = try TokenFactory()
        var refused = 0
        for example in try #require(file["examples"]?.arrayValue)
        where SignatureAlgorithm(rawValue: example["algorithm"]?.stringValue ?? "") == nil {
            let compact = try #require(example["compact"]?.stringValue)
            #expect(factory.broken(compact) == .algorithm)
            let jws = try JWS(compact: compact)
            for key in factory.keys.keys {
                #expect(throws: JOSEError.self) { try jws.verify(with: key, algorithm: #require(key.algorithm)) }
            }
            if let key = example["key"], key != nil { #expect(throws: JOSEError.self) { try JWK(json: key) } }
            refused += 1
        }
        #expect(refused == 2)
    }

    @Test("RFC 7638 section 3.1: the thumbprint")
    func thumbprint() throws {
        let file = try vectors("rfc7638-section-3.1.json")
        let key = try JWK(json: #require(file["key"]))
        #expect(Base64URL.encode(key.thumbprint) == file["thumbprint"]?.stringValue)
        #expect(key.keyID == "2011-04-29" && key.algorithm == .rs256)
    }
}
