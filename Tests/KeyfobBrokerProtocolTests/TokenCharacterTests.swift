import KeyfobCore
import KeyfobOAuth
import Testing

@testable import KeyfobBrokerProtocol

/// The same rule as for a server's tokens: RFC 6749 appendix A.
@Suite struct BrokerTokenCharacterTests {
    private static let hostile = ["a\r\nb", "a\nb", "\u{0}", "\u{1B}[2J", "a\u{9B}b", "ü", "a\u{2028}b", "a\u{202E}b"]
    private static let tokens = ["access_token", "refresh_token", "id_token", "token_type", "application_token"]

    private static func members(_ changed: String, _ value: String) -> [String: String] {
        ["success": "1", "access_token": "at", "broker_nonce": "N-1", "operation": "refresh"]
            .merging([changed: value]) { $1 }
    }

    @Test(arguments: BrokerDialect.allCases)
    func `an encrypted response with such a token is refused as malformed`(dialect: BrokerDialect) throws {
        let request = try BrokerVectors.request(dialect)
        func open(_ members: [String: String]) throws -> BrokerResponse {
            let plain = Array(BrokerForm.encode(BrokerMembers(members).parameters).utf8)
            let sealed = try SealedResponseCodec.seal(plain, with: request.key)
            let query = FormParameters([
                ("response", sealed.response), ("hash", sealed.hash), ("msg_protocol_ver", String(dialect.version)),
            ])
            let url = "\(request.responseAddress)/broker?\(BrokerForm.encode(query))"
            return try #require(BrokerResponseURL(url)).open(key: request.key, request: BrokerVectors.state(request))
        }
        for member in Self.tokens {
            #expect(try open(Self.members(member, "x-1")).tokens != nil)
            for value in Self.hostile {
                #expect(throws: BrokerExchangeError.corrupted) { try open(Self.members(member, value)) }
            }
        }
        for value in Self.hostile {
            let further = BrokerMembers(["access_token": value]).jsonText
            #expect(throws: BrokerExchangeError.corrupted) { try open(Self.members("additional_tokens", further)) }
        }
    }

    @Test func `a response of the extension with such a token is refused, and names the member alone`() throws {
        for member in Self.tokens {
            #expect(throws: Never.self) {
                try SingleSignOnResponse(Self.members(member, "x-1"), answering: .refresh)
            }
            for value in Self.hostile {
                let error = #expect(throws: BrokerMessageError.self) {
                    try SingleSignOnResponse(Self.members(member, value), answering: .refresh)
                }
                #expect(error?.description.contains(member) == true && error?.description.contains(value) == false)
            }
        }
        for value in Self.hostile {
            let further = BrokerMembers(["refresh_token": value]).jsonText
            #expect(throws: BrokerMessageError.self) {
                try SingleSignOnResponse(Self.members("additional_token_reponse", further), answering: .refresh)
            }
        }
    }

    @Test func `a cookie for the browser with such a value, or a name that is no field's, is left out`() throws {
        for value in Self.hostile {
            let list: JSONValue = [
                "prt_headers": [
                    ["header": ["x-ms-RefreshTokenCredential": .string(value)]],
                    ["header": ["x\(value)": "v"]], ["header": ["x-ms-RefreshTokenCredential": "good"]],
                ]
            ]
            let members = ["success": "1", "sso_cookies": list.text()]
            let response = try SingleSignOnResponse(members, answering: .cookies)
            guard case .cookies(let cookies) = response.content else {
                Issue.record("no cookies")
                continue
            }
            #expect(cookies.accounts.map { $0.value.reveal() } == ["good"])
        }
    }
}
