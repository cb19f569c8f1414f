import Foundation

/// A file without ADAL, whose members happen to be named alike.
final class Notes {
    var userInformation = ["userIdDisplayable"]
    var credentialsType = 1
    func allItems() -> [String] { userInformation }
    func load() { print(allItems(), userInformation, credentialsType, tokenCacheItem) }
    let tokenCacheItem = 3
    let `protocolCode` = #"ADAuthenticationContext"#
}
