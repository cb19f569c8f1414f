// Module: KeyfobBrokerProtocol
//
// Tokens as they arrive: in a token endpoint's JSON, a redirect, a broker's response by URL and one of the extension. No
// token, code or token type that is accepted has a character that RFC 6749 appendix A does not allow.
import Foundation
import KeyfobCore
import KeyfobOAuth

@testable import KeyfobBrokerProtocol

private let key = BrokerKey(bytes: Array(0..<32))

/// Tries one input.
func fuzzTokenResponses(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let input = Array(UnsafeBufferPointer(start: start, count: count))
    let text = String(decoding: input, as: UTF8.self)
    if let response = try? TokenResponse(parsing: input) {
        check([response.accessToken, response.refreshToken, response.idToken], type: response.tokenType)
    }
    if let response = try? PRTIssueResponse(parsing: input) {
        check([response.primaryRefreshToken, response.sessionKeyMessage, response.idToken])
    }
    if let response = try? DeviceAuthorizationResponse(parsing: input) { check([response.deviceCode]) }
    for redirect in ["http://localhost/?\(text)", "http://localhost/#\(text)"] {
        if case .code(let code)? = try? AuthorizationResponse(parsing: redirect) { check([code.code]) }
    }
    for dialect in BrokerDialect.allCases { broker(input, dialect) }
    let form = (try? BrokerForm.decode(text)).map { BrokerMembers($0) }
    for members in [form, BrokerMembers(json: text)].compactMap(\.self) {
        for operation in SingleSignOnOperation.allCases {
            guard let response = try? SingleSignOnResponse(members.dictionary, answering: operation) else { continue }
            switch response.content {
            case .tokens(let reply): check(reply)
            case .cookies(let cookies): check((cookies.accounts + cookies.devices).map(\.value))
            default: break
            }
        }
    }
    return 0
}

/// Seals the input as a broker does, with the request's nonce at its end.
private func broker(_ input: [UInt8], _ dialect: BrokerDialect) {
    guard let key else { abort() }
    let target: BrokerRequest.Target =
        dialect == .msal ? .scopes(["a"], openID: ["openid"]) : .resource("r")
    let request = BrokerRequest(
        target: target, authority: Authority(environment: "login.microsoftonline.com", tenant: "common"), clientID: "c",
        redirectURI: "msauth.a.b://auth", correlationID: "C", key: key, nonce: "N")
    let plain = input + Array("&success=1&broker_nonce=N".utf8)
    guard let state = try? BrokerResumeState(request, keychainGroup: "g"),
        let sealed = try? SealedResponseCodec.seal(plain, with: key)
    else { abort() }
    let query = FormParameters([
        ("response", sealed.response), ("hash", sealed.hash), ("msg_protocol_ver", String(dialect.version)),
    ])
    guard let response = BrokerResponseURL("\(request.responseAddress)?\(BrokerForm.encode(query))") else { abort() }
    if let reply = try? response.open(key: key, request: state) { check(reply) }
}

private func check(_ reply: BrokerResponse) {
    check([reply.applicationToken])
    for tokens in [reply.tokens, reply.additionalTokens].compactMap(\.self) {
        check([tokens.accessToken, tokens.refreshToken, tokens.idToken], type: tokens.tokenType ?? "Bearer")
    }
}

private func check(_ tokens: [Secret<String>?], type: String = "Bearer") {
    for token in tokens.compactMap(\.self) {
        guard token.reveal().utf8.allSatisfy({ (0x20...0x7E).contains($0) }) else { abort() }
    }
    guard type.utf8.allSatisfy({ (0x21...0x7E).contains($0) }) else { abort() }
}
