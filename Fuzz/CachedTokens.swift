// Module: KeyfobCache
//
// Tokens in caches that other programs write: the MSAL family's document, a keychain's value, ADAL's archive. No token or
// token type that is returned has a character that RFC 6749 appendix A does not allow.
import Foundation
import KeyfobCore

@testable import KeyfobCache

/// Tries one input.
func fuzzCachedTokens(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let input = Array(UnsafeBufferPointer(start: start, count: count))
    if let document = try? SharedCacheDocument(parsing: SharedCachePayload.unwrap(input).json) {
        let contents = SharedCacheContents(document, authority: "contoso.test:8443")
        for home in contents.homeAccountIDs + [""] {
            for entity in contents.partition(homeAccountID: home)?.entities ?? [] { check(entity) }
        }
    }
    for entity in KeychainBlob(input)?.entities ?? [] { check(entity) }
    for type in KeychainItemType.allCases {
        let item = KeychainItem(account: "a", service: "s", type: type.rawValue, value: Secret(input))
        if case .entity(let entity) = KeychainMapping.content(of: item, usesSingleFamilyToken: true) { check(entity) }
    }
    if let item = try? ADALCacheItem(archive: input) {
        for token in [item.accessToken, item.refreshToken, item.userInformation?.rawIDToken].compactMap(\.self) {
            check(token.reveal())
        }
        check(item.accessTokenType ?? "")
    }
    return 0
}

private func check(_ entity: CredentialEntity) {
    switch entity {
    case .accessToken(let token):
        check((try? token.secret.reveal()) ?? "\n")
        guard token.tokenType.utf8.allSatisfy({ (0x21...0x7E).contains($0) }) else { abort() }
    case .refreshToken(let token): check((try? token.secret.reveal()) ?? "\n")
    case .idToken(let token): check((try? token.secret.reveal()) ?? "\n")
    default: break
    }
}

private func check(_ token: String) {
    guard token.utf8.allSatisfy({ (0x20...0x7E).contains($0) }) else { abort() }
}
