// Module: KeyfobBrokerProtocol
//
// URLs and dictionaries between apps and brokers, with any content: nothing traps, what is read is written and read once
// more as the same, and no reply is opened that was not sealed under the key with the request's nonce.
import Foundation
import KeyfobCore
import KeyfobOAuth

@testable import KeyfobBrokerProtocol

private let broker = BrokerIdentity.microsoftAuthenticator
private let key = BrokerKey(bytes: Array(0..<32))

private func request(_ dialect: BrokerDialect) -> BrokerRequest? {
    guard let key else { return nil }
    return BrokerRequest(
        target: dialect == .msal ? .scopes(["a"], openID: ["openid"]) : .resource("r"),
        authority: Authority(environment: "login.microsoftonline.com", tenant: "common"), clientID: "c",
        redirectURI: "msauth.a.b://auth", correlationID: "C", key: key, nonce: "never guessed")
}

/// Tries one input.
func fuzzBrokerMessages(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let input = Array(UnsafeBufferPointer(start: start, count: count))
    let text = String(decoding: input, as: UTF8.self)
    for url in [text, "msauthv2://broker?" + text, "msauth://broker?" + text] {
        guard let read = try? BrokerRequest(url: url, to: broker) else { continue }
        guard let again = try? BrokerRequest(url: read.url(to: broker), to: broker) else { continue }
        // What is blank at its ends is trimmed when it is written: from then on nothing changes.
        guard (try? BrokerRequest(url: again.url(to: broker), to: broker)) == again else { abort() }
    }
    for dialect in BrokerDialect.allCases {
        guard let asked = request(dialect), let state = try? BrokerResumeState(asked, keychainGroup: "g") else {
            abort()
        }
        for url in [text, "msauth.a.b://auth?" + text] {
            guard let reply = BrokerResponseURL(url), let opened = try? reply.open(key: asked.key, request: state)
            else {
                continue
            }
            // The nonce is in no input, so that only an input which has guessed it comes this far.
            guard text.contains("never"), opened.tokens == nil || dialect == .msal || text.contains("response=") else {
                abort()
            }
        }
    }
    _ = BrokerRedirectForm(text)
    _ = BrokerMembers(json: text).flatMap { try? BrokerResponse($0, dialect: .msal) }
    let pairs = (try? BrokerForm.decode(text)).map { BrokerMembers($0).dictionary } ?? [:]
    _ = BrokerResumeState(pairs)
    for operation in SingleSignOnOperation.allCases {
        if let read = try? SingleSignOnRequest(operation, pairs) {
            guard (try? SingleSignOnRequest(operation, read.dictionary)) != nil else { abort() }
        }
        _ = try? SingleSignOnResponse(pairs, answering: operation)
    }
    return 0
}
