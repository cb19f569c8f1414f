#if canImport(Security)
import Foundation
package import KeyfobCache
import KeyfobCore
import Security

/// Apple's keychain: the port over Security.framework. Tested with stubs, never run on an Apple platform.
package struct SecurityKeychainServices: KeychainServices {
    private let usesDataProtection: Bool

    /// Opens the keychain.
    ///
    /// - Parameter usesDataProtection: on macOS, true is the data-protection keychain, which has access groups; false
    ///   is the login keychain of a `KeychainBlob`. Other platforms only have the former.
    package init(usesDataProtection: Bool = true) { self.usesDataProtection = usesDataProtection }

    /// `SecItemAdd`
    @discardableResult
    package func add(_ item: KeychainItem) throws(KeychainStatus) -> KeychainItem {
        var attributes = dictionary(KeychainQuery(item))
        if item.itemClass == .key, item.type != nil { attributes.merge(Self.symmetric(item.value)) { $1 } }
        attributes[kSecAttrLabel as String] = item.label
        attributes[kSecAttrAccessible as String] = item.accessibility?.attribute
        attributes[kSecValueData as String] = Data(item.value.reveal())
        attributes[kSecReturnAttributes as String] = true
        var result: CFTypeRef?
        try check(SecItemAdd(attributes as CFDictionary, &result))
        var added = item
        let stored = (result as? [String: Any])?[kSecAttrAccessGroup as String] as? String
        added.accessGroup = stored ?? item.accessGroup
        return added
    }

    /// `SecItemUpdate`
    package func update(_ query: KeychainQuery, to change: KeychainChange) throws(KeychainStatus) {
        var attributes: [String: Any] = [:]
        attributes[kSecAttrGeneric as String] = change.generic.map { Data($0) }
        attributes[kSecValueData as String] = change.value.map { Data($0.reveal()) }
        try check(SecItemUpdate(dictionary(query) as CFDictionary, attributes as CFDictionary))
    }

    /// `SecItemCopyMatching`. The login keychain returns one value for each call.
    package func copyMatching(_ query: KeychainQuery) throws(KeychainStatus) -> [KeychainItem] {
        var attributes = dictionary(query)
        attributes[kSecReturnAttributes as String] = true
        attributes[kSecReturnData as String] = true
        attributes[kSecMatchLimit as String] = (usesDataProtection ? kSecMatchLimitAll : kSecMatchLimitOne) as String
        var result: CFTypeRef?
        let status = SecItemCopyMatching(attributes as CFDictionary, &result)
        guard status != errSecItemNotFound else { return [] }
        try check(status)
        let found = result as? [[String: Any]] ?? (result as? [String: Any]).map { [$0] } ?? []
        return found.map { KeychainItem($0, itemClass: query.itemClass) }
    }

    /// `SecItemDelete`
    package func delete(_ query: KeychainQuery) throws(KeychainStatus) {
        try check(SecItemDelete(dictionary(query) as CFDictionary))
    }

    private func base(_ itemClass: KeychainItemClass) -> [String: Any] {
        var attributes: [String: Any] = [:]
        attributes[kSecClass as String] =
            switch itemClass {
            case .genericPassword: kSecClassGenericPassword as String
            case .key: kSecClassKey as String
            }
        if usesDataProtection { attributes[kSecUseDataProtectionKeychain as String] = true }
        return attributes
    }

    /// Keys have a tag (bytes) instead of an account, and their type is the number of the algorithm.
    private func dictionary(_ query: KeychainQuery) -> [String: Any] {
        var attributes = base(query.itemClass)
        attributes[kSecAttrAccessGroup as String] = query.accessGroup
        let type = query.type.map { NSNumber(value: $0) }
        switch query.itemClass {
        case .genericPassword:
            attributes[kSecAttrAccount as String] = query.account
            attributes[kSecAttrType as String] = type
        case .key:
            attributes[kSecAttrApplicationTag as String] = query.account.map { Data($0.utf8) }
            attributes[kSecAttrKeyType as String] = type
        }
        attributes[kSecAttrService as String] = query.service
        attributes[kSecAttrGeneric as String] = query.generic.map { Data($0) }
        attributes[kSecAttrCreator as String] = query.creator.map { NSNumber(value: $0) }
        return attributes
    }

    /// The attributes of a symmetric key in Microsoft's libraries.
    private static func symmetric(_ key: Secret<[UInt8]>) -> [String: Any] {
        let bits = NSNumber(value: key.reveal().count * 8)
        return [
            kSecAttrKeyClass as String: kSecAttrKeyClassSymmetric as String,
            kSecAttrKeySizeInBits as String: bits, kSecAttrEffectiveKeySize as String: bits,
            kSecAttrCanEncrypt as String: true, kSecAttrCanDecrypt as String: true,
        ]
    }

    private func check(_ status: OSStatus) throws(KeychainStatus) {
        guard status == errSecSuccess else { throw KeychainStatus(rawValue: status) }
    }
}

extension KeychainQuery {
    /// The attributes that identify an item.
    fileprivate init(_ item: KeychainItem) {
        self.init(
            itemClass: item.itemClass, accessGroup: item.accessGroup, account: item.account, service: item.service,
            generic: item.generic, type: item.type, creator: item.creator)
    }
}
#endif
