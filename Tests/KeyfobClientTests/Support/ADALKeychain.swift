import Foundation
import KeyfobCache
import KeyfobCore
import KeyfobJOSE
import KeyfobOAuth
import KeyfobTesting
import Testing

/// The keychain items of the two generations of ADAL, by the names of their attributes alone: nothing of Keyfob's
/// mapping is used. The names are those of IdentityCore (MSIDDefaultTokenCacheKey, MSIDLegacyTokenCacheKey).
struct ADALKeychain {
    let keychain: SimulatedKeychainApp
    let group: String

    private func query(_ account: String?, _ service: String?, generic: String? = nil, type: UInt32? = nil)
        -> KeychainQuery
    {
        KeychainQuery(
            accessGroup: group, account: account, service: service, generic: generic.map { Array($0.utf8) }, type: type)
    }

    /// ADAL 2.7 and later: the account by its name, then its refresh token, in the format that it shares with MSAL.
    func sharedRefreshToken(of user: String, clientID: String) throws -> Secret<String>? {
        let accounts = try keychain.copyMatching(query(nil, nil, generic: user.lowercased(), type: 1003))
        guard let account = accounts.first?.account else { return nil }
        let tokens = try keychain.copyMatching(query(account, "refreshtoken-\(clientID)--", type: 2002))
        let json = try tokens.first.map { try JSONValue(parsing: $0.value.reveal()) }
        return json?["secret"]?.stringValue.map { Secret($0) }
    }

    /// ADAL 2.7 and later: the items that it writes for MSAL besides its own (no access token and no id token).
    func writeShared(_ token: Secret<String>, _ idToken: IDToken, clientID: String) throws {
        let home = "\(idToken.objectID ?? "").\(idToken.tenantID ?? "")"
        let environment = Contoso.host
        let user = idToken.userPrincipalName ?? ""
        func add(_ service: String, _ generic: String, _ type: UInt32, _ json: JSONValue, account: String? = nil) throws
        {
            try keychain.add(
                KeychainItem(
                    accessGroup: group, account: account ?? "\(home)-\(environment)", service: service,
                    generic: Array(generic.utf8), type: type, accessibility: .afterFirstUnlockThisDeviceOnly,
                    value: Secret(json.bytes())))
        }
        try add(
            "refreshtoken-\(clientID)--", "refreshtoken-\(clientID)-", 2002,
            [
                "credential_type": "RefreshToken", "secret": .string(token.reveal()), "home_account_id": .string(home),
                "environment": .string(environment), "client_id": .string(clientID),
            ])
        try add(
            idToken.tenantID ?? "", user.lowercased(), 1003,
            [
                "home_account_id": .string(home), "environment": .string(environment),
                "realm": .string(idToken.tenantID ?? ""), "local_account_id": .string(idToken.objectID ?? ""),
                "username": .string(user), "authority_type": "MSSTS",
            ])
        try add(
            "appmetadata-\(clientID)", "", 3001,
            ["client_id": .string(clientID), "environment": .string(environment), "family_id": ""], account: environment
        )
    }

    /// Any generation: its own item of the refresh token for every resource, unarchived by Foundation.
    func ownRefreshToken(of user: String, authority: String, clientID: String) throws -> Secret<String>? {
        func encoded(_ text: String) -> String { Base64URL.encode(Array(text.lowercased().utf8)) }
        let blank = "CC3513A0-0E69-4B4D-97FC-DFB6C91EE132"
        let service = "MSOpenTech.ADAL.1|\(encoded(authority))|\(blank)|\(encoded(clientID))"
        guard let item = try keychain.copyMatching(query(encoded(user), service, generic: "MSOpenTech.ADAL.1")).first
        else { return nil }
        let unarchiver = try NSKeyedUnarchiver(forReadingFrom: Data(item.value.reveal()))
        unarchiver.setClass(ADALStoreItem.self, forClassName: "ADTokenCacheStoreItem")
        let read = unarchiver.decodeObject(of: ADALStoreItem.self, forKey: NSKeyedArchiveRootObjectKey)
        return read?.refreshToken.map { Secret($0) }
    }
}

/// A substitute for `ADTokenCacheStoreItem`.
private final class ADALStoreItem: NSObject, NSSecureCoding {
    static var supportsSecureCoding: Bool { true }
    let refreshToken: String?

    init?(coder: NSCoder) {
        refreshToken = coder.decodeObject(of: NSString.self, forKey: "refreshToken") as String?
    }

    func encode(with coder: NSCoder) {}
}
