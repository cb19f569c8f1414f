import KeyfobBrokerProtocol
import KeyfobCore
import KeyfobCrypto
import KeyfobOAuth
import Testing

@Suite struct BrokerResponseTests {
    @Test func `the published vector is parsed and written`() throws {
        let vector = try #require(try BrokerVectors.list("reply.json").first)
        let response = try vector.text("response")
        let hash = try vector.text("hash")
        let url = "\(BrokerVectors.redirect)/broker?msg_protocol_ver=3&response=\(response)&hash=\(hash)"
        let request = try BrokerVectors.request(.msal, nonce: "N-1", correlationID: "")
        let state = try BrokerVectors.state(request)
        let reply = try #require(BrokerResponseURL(url)).open(key: request.key, request: state)
        #expect(reply.tokens?.accessToken?.reveal() == "AT")
        #expect(reply.tokens?.scopes == ["a", "b"])

        var tokens = BrokerTokens()
        tokens.accessToken = Secret("AT")
        tokens.scopes = ["a", "b"]
        let written = try BrokerResponse(.success(tokens)).url(answering: request)
        let query = try BrokerForm.decode(try #require(URLWithoutQuery(written)?.query))
        #expect(query["response"] == response)
        #expect(query["hash"] == hash)
        #expect(query["msg_protocol_ver"] == "3")
        // Without the codec: the key opens it, the vector being zero.
        let plain = try AESCBCKey(Array(0..<32)).decrypt(
            try #require(Base64URL.decode(response)), vector: [UInt8](repeating: 0, count: 16))
        #expect(String(decoding: plain, as: UTF8.self) == (try vector.text("plaintext")))
    }

    @Test func `replies as brokers write them are parsed`() throws {
        for vector in try BrokerVectors.list("replies.json") {
            let dialect = try #require(KeyfobBrokerProtocol.BrokerDialect(rawValue: try vector.text("dialect")))
            let request = try BrokerVectors.request(dialect, nonce: "N")
            let url = try Sealed.url(try vector.text("plaintext"), request)
            let reply = try #require(BrokerResponseURL(url))
                .open(key: request.key, request: try BrokerVectors.state(request))
            for (name, value) in try #require(vector["members"]?.objectValue) {
                #expect(Self.member(name, of: reply) == value.stringValue, "\(name)")
            }
            #expect((reply.failure == nil) == (vector["members"]?["domain"] == nil))
            // The parsed reply is written and parsed again without loss.
            let again = try #require(BrokerResponseURL(try reply.url(answering: request)))
                .open(key: request.key, request: try BrokerVectors.state(request))
            #expect(again.outcome == reply.outcome)
            #expect(again.additional == reply.additional)
            #expect(again.device == reply.device)
        }
    }

    private static func member(_ name: String, of reply: BrokerResponse) -> String? {
        let tokens = reply.tokens
        let failure = reply.failure
        return switch name {
        case "accessToken": tokens?.accessToken?.reveal()
        case "refreshToken": tokens?.refreshToken?.reveal()
        case "homeAccountID": tokens?.homeAccountID
        case "expiresOn": tokens?.expiresOn.map { String($0) }
        case "refreshOn": tokens?.refreshOn.map { String($0) }
        case "refreshIn": tokens?.refreshIn.map { String($0) }
        case "family": tokens?.familyID
        case "resource": tokens?.resource
        case "userID": tokens?.userID
        case "verified": tokens.map { String($0.isTenantVerified) }
        case "applicationToken": reply.applicationToken?.reveal()
        case "device": reply.device.mode?.rawValue
        case "registered": reply.device.isRegistered.map { String($0) }
        case "unknown": reply.additional["vendor_extra"]
        case "domain": failure?.domain
        case "code": failure.map { String($0.code) }
        case "error": failure?.oauthError
        case "suberror": failure?.suberror
        case "status": failure?.status.map { String($0) }
        case "retryAfter": failure?.headerFields["Retry-After"]
        case "declined": failure?.declinedScopes?.description
        case "granted": failure?.grantedScopes?.description
        case "additional": reply.additionalTokens?.accessToken?.reveal()
        default: nil
        }
    }

    @Test func `a printed reply shows no secret`() throws {
        var tokens = BrokerTokens()
        tokens.accessToken = Secret("at-secret")
        tokens.refreshToken = Secret("rt-secret")
        tokens.idToken = Secret("id-secret")
        var reply = BrokerResponse(.success(tokens), nonce: "N")
        reply.applicationToken = Secret("app-secret")
        reply.additional.set("vendor_extra", "extra-secret")
        let request = try BrokerVectors.request(.msal)
        let url = try #require(BrokerResponseURL(try reply.url(answering: request)))
        var text = "\(reply) \(url)"
        dump(reply, to: &text)
        dump(url, to: &text)
        #expect(!text.contains("secret"))
        var failure = BrokerResponseError(domain: "MSALErrorDomain", code: -50004)
        failure.username = "ada@contoso.test"
        text = "\(failure)"
        dump(failure, to: &text)
        #expect(!text.contains("ada@contoso.test"))
    }
}

/// Seals a plain text without the codec under test.
enum Sealed {
    static func url(_ plaintext: String, _ request: BrokerRequest, key: BrokerKey? = nil) throws -> String {
        let plain = Array(plaintext.utf8)
        let bytes = (key ?? request.key).bytes.reveal()
        let sealed = try AESCBCKey(bytes).encrypt(plain, vector: [UInt8](repeating: 0, count: 16))
        let hash = Hex.encode(Digest.sha256(plain)).uppercased()
        return "\(request.responseAddress)?msg_protocol_ver=\(request.dialect.version)"
            + "&response=\(Base64URL.encode(sealed))&hash=\(hash)"
    }
}
