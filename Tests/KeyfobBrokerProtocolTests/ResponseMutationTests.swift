import Foundation
import KeyfobBrokerProtocol
import KeyfobCore
import KeyfobCrypto
import KeyfobOAuth
import Testing

/// Changes to a reply by an attacker in transit, or in the broker's place.
@Suite struct ResponseMutationTests {
    private let request: BrokerRequest
    private let state: BrokerResumeState
    private let response: String
    private let hash: String

    init() throws {
        request = try BrokerVectors.request(.msal, nonce: "11111111-2222-4333-8444-555555555555")
        state = try BrokerVectors.state(request)
        var tokens = BrokerTokens()
        tokens.accessToken = Secret("access")
        tokens.refreshToken = Secret("refresh")
        tokens.scopes = ["a"]
        let query = try BrokerForm.decode(
            try #require(URLWithoutQuery(try BrokerResponse(.success(tokens)).url(answering: request))?.query))
        response = try #require(query["response"])
        hash = try #require(query["hash"])
    }

    private func open(
        _ response: String, _ hash: String, key: BrokerKey? = nil, address: String? = nil, version: String = "3"
    ) throws -> BrokerResponse {
        let url = "\(address ?? request.redirectURI)?msg_protocol_ver=\(version)&response=\(response)&hash=\(hash)"
        // A URL that is not a reply is refused before anything is opened.
        guard let reply = BrokerResponseURL(url) else { throw BrokerExchangeError.corrupted }
        return try reply.open(key: key ?? request.key, request: state)
    }

    @Test func `the unchanged reply is accepted`() throws {
        #expect(try open(response, hash).tokens?.accessToken?.reveal() == "access")
    }

    @Test func `R54-part: every change of one character of the response is refused`() throws {
        // The other alphabet's letters too, and the last character's spare bits: another spelling of the same bytes is
        // another reply.
        let alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_+/=.~"
        let plain = response.replacing("-", with: "+").replacing("_", with: "/")
        var (tried, taken) = (0, [String]())
        for index in response.indices {
            for other in alphabet where other != response[index] {
                var changed = response
                changed.replaceSubrange(index...index, with: String(other))
                tried += 1
                // Plain base64 of the same bytes is another spelling of the response, which is accepted (below).
                guard changed != plain else { continue }
                do {
                    _ = try open(changed, hash)
                    taken.append(changed)
                } catch is BrokerExchangeError {}
            }
        }
        #expect(taken.isEmpty)
        #expect(tried >= response.count * 68)
    }

    @Test func `a response that is truncated, extended, padded or reordered is refused`() throws {
        let blocks = try #require(Base64URL.decode(response))
        for count in 0..<blocks.count {
            let cut = Base64URL.encode(blocks.prefix(count))
            guard !cut.isEmpty else { continue }
            #expect(throws: BrokerExchangeError.self) { try open(cut, hash) }
        }
        for changed in [response + "A", response + "%3D", response + "AA", response + "%20", "+" + response] {
            #expect(throws: BrokerExchangeError.self) { try open(changed, hash) }
        }
        // Blocks of one text in another order.
        let swapped = Array(blocks[16..<32]) + Array(blocks[..<16]) + Array(blocks[32...])
        #expect(throws: BrokerExchangeError.self) { try open(Base64URL.encode(swapped), hash) }
    }

    /// Microsoft's libraries read both alphabets (NSData+MSIDExtensions, msidDataFromBase64UrlEncodedString).
    @Test func `a response in plain base64 is read`() throws {
        let blocks = try #require(Base64URL.decode(response))
        let plain = Data(blocks).base64EncodedString()
        #expect(try open(PercentEncoding.encode(plain), hash).tokens != nil)
    }

    @Test func `every change of the digest is refused, its letter case included`() throws {
        for index in hash.indices {
            for other in "0123456789ABCDEF" where other != hash[index] {
                var changed = hash
                changed.replaceSubrange(index...index, with: String(other))
                #expect(throws: BrokerExchangeError.hashMismatch) { try open(response, changed) }
            }
        }
        #expect(throws: BrokerExchangeError.hashMismatch) { try open(response, hash.lowercased()) }
        #expect(throws: BrokerExchangeError.hashMismatch) { try open(response, String(hash.dropLast())) }
        let bare = "\(request.redirectURI)?msg_protocol_ver=3&response=\(response)"
        #expect(throws: BrokerExchangeError.hashMissing) {
            try #require(BrokerResponseURL(bare)).open(key: request.key, request: state)
        }
    }

    @Test(arguments: [
        "11111111-2222-4333-8444-555555555556", "11111111-2222-4333-8444-55555555555", "", "N",
        "11111111-2222-4333-8444-555555555555 ", "11111111-2222-4333-8444-555555555555x",
    ])
    func `a reply with another nonce, or none, is refused, however well it is encrypted`(nonce: String) throws {
        let plain = "success=1&access_token=AT&scope=a&broker_nonce=\(PercentEncoding.encode(nonce))"
        let url = try Sealed.url(plain, request)
        #expect(throws: BrokerExchangeError.mismatchedResumeState) {
            try #require(BrokerResponseURL(url)).open(key: request.key, request: state)
        }
    }

    @Test func `a reply to another key, address or version is refused`() throws {
        let other = BrokerKey(random: SystemRandomSource())
        #expect(throws: BrokerExchangeError.self) { try open(response, hash, key: other) }
        for address in [
            "msauth.test.contoso.b://auth", "msauth.test.contoso.a://auth.evil", "msauth.test.contoso.a://authx/broker",
            "msauth.test.contoso.a://other", "x-msauth-contoso://test.contoso.a",
        ] {
            #expect(throws: BrokerExchangeError.mismatchedResumeState) { try open(response, hash, address: address) }
        }
        for version in ["1", "2", "4", "", "three"] {
            #expect(throws: BrokerExchangeError.mismatchedResumeState) { try open(response, hash, version: version) }
        }
        #expect(try open(response, hash, address: "MSAUTH.test.contoso.a://AUTH/broker").tokens != nil)
    }

    @Test func `a repeated name, outside or inside, makes it no reply`() throws {
        #expect(
            BrokerResponseURL(
                "\(request.redirectURI)?msg_protocol_ver=3&response=\(response)&hash=\(hash)&hash=\(hash)") == nil)
        let nonce = try #require(request.nonce)
        let url = try Sealed.url("success=1&access_token=A&access_token=B&broker_nonce=\(nonce)", request)
        #expect(throws: BrokerExchangeError.corrupted) {
            try #require(BrokerResponseURL(url)).open(key: request.key, request: state)
        }
    }
}
