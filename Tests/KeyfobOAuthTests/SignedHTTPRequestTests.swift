import KeyfobCore
import KeyfobCrypto
import KeyfobJOSE
import KeyfobOAuth
import Testing

@Suite("A signed HTTP request")
struct SignedHTTPRequestTests {
    private let key: SigningKey
    private let url: HTTPURL

    init() throws {
        let pair = P256PrivateKey()
        key = .p256(pair, keyID: JWK(pair.publicKey, keyID: nil).thumbprintText)
        url = try #require(HTTPURL("https://api.example:8443/files/a%20b?q=1"))
    }

    private func request(_ token: String = "the-token") -> SignedHTTPRequest {
        SignedHTTPRequest(
            accessToken: Secret(token), timestamp: 1_795_000_000, method: .post, url: url, nonce: "n-1",
            key: key.publicJWK)
    }

    @Test("has the members of the draft, and is parsed only with its key's signature")
    func members() throws {
        let compact = try request().signed(with: key).reveal()
        let jws = try JWS(compact: compact)
        #expect(jws.header["alg"] == "ES256")
        #expect(jws.header["typ"] == "JWT")
        #expect(jws.keyID == key.publicJWK.thumbprintText)
        let payload = try JSONValue(parsing: jws.payload)
        #expect(payload["at"] == "the-token")
        #expect(payload["ts"] == 1_795_000_000)
        #expect(payload["m"] == "POST")
        #expect(payload["u"] == "api.example:8443")
        #expect(payload["p"] == "/files/a%20b")
        #expect(payload["nonce"] == "n-1")
        #expect(payload["cnf"]?["jwk"]?["kty"] == "EC")
        #expect(payload["cnf"]?["jwk"]?["d"] == nil)
        let read = try SignedHTTPRequest(verifying: compact)
        #expect(read.accessToken == Secret("the-token"))
        #expect(read.key.thumbprint == key.publicJWK.thumbprint)
        #expect(read.host == "api.example:8443" && read.path == "/files/a%20b" && read.method == "POST")
    }

    @Test("is refused with another signature, another key in it, or an empty payload")
    func refused() throws {
        let compact = try request().signed(with: key).reveal()
        let parts = compact.split(separator: ".").map(String.init)
        let other = try request("other").signed(with: key).reveal().split(separator: ".").map(String.init)
        #expect(throws: JOSEError.self) {
            try SignedHTTPRequest(verifying: [parts[0], other[1], parts[2]].joined(separator: "."))
        }
        let stranger = P256PrivateKey()
        let strangerKey = SigningKey.p256(stranger, keyID: "x")
        #expect(throws: JOSEError.self) {
            try SignedHTTPRequest(verifying: request().signed(with: strangerKey).reveal())
        }
        #expect(throws: JOSEError.self) { try SignedHTTPRequest(verifying: JWS.sign(Array("{}".utf8), with: key)) }
        #expect(throws: JOSEError.self) { try SignedHTTPRequest(verifying: "") }
    }

    @Test("A binding names the key in a token request")
    func binding() throws {
        let binding = TokenBinding(keyID: key.publicJWK.thumbprintText)
        #expect(binding.parameters["token_type"] == "pop")
        let confirmation = try #require(binding.parameters["req_cnf"].flatMap { Base64URL.decode($0) })
        #expect(try JSONValue(parsing: confirmation) == ["kid": .string(key.publicJWK.thumbprintText)])
    }
}
