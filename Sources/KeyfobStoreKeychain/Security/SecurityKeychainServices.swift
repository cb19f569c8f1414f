#if canImport(Security)
import Foundation
public import KeyfobCache
import KeyfobCore
import Security

/// Apple's keychain: the port over Security.framework. Tried over stubs, never run on an Apple
/// platform.
public struct SecurityKeychainServices: KeychainServices {
    private let usesDataProtection: Bool

    /// Opens the keychain.
    ///
    /// - Parameter usesDataProtection: on macOS, whether it is the data-protection keychain, the one with access
    ///   groups; false is the login keychain of a `KeychainBlob`. Elsewhere there is only the former.
    public init(usesDataProtection: Bool = true) { self.usesDataProtection = usesDataProtection }

    /// `SecItemAdd`
    @discardableResult
    public func add(_ item: KeychainItem) throws(KeychainStatus) -> KeychainItem {
        var attributes = base(item.itemClass)
        attributes[kSecAttrAccessGroup as String] = item.accessGroup
        attributes[kSecAttrAccount as String] = item.account
        attributes[kSecAttrService as String] = item.service
        attributes[kSecAttrGeneric as String] = item.generic.map { Data($0) }
        attributes[kSecAttrType as String] = item.type.map { NSNumber(value: $0) }
        attributes[kSecAttrCreator as String] = item.creator.map { NSNumber(value: $0) }
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
    public func update(_ query: KeychainQuery, to change: KeychainChange) throws(KeychainStatus) {
        var attributes: [String: Any] = [:]
        attributes[kSecAttrGeneric as String] = change.generic.map { Data($0) }
        attributes[kSecValueData as String] = change.value.map { Data($0.reveal()) }
        try check(SecItemUpdate(dictionary(query) as CFDictionary, attributes as CFDictionary))
    }

    /// `SecItemCopyMatching`. The login keychain gives out one value at a time.
    public func copyMatching(_ query: KeychainQuery) throws(KeychainStatus) -> [KeychainItem] {
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
    public func delete(_ query: KeychainQuery) throws(KeychainStatus) {
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

    private func dictionary(_ query: KeychainQuery) -> [String: Any] {
        var attributes = base(query.itemClass)
        attributes[kSecAttrAccessGroup as String] = query.accessGroup
        attributes[kSecAttrAccount as String] = query.account
        attributes[kSecAttrService as String] = query.service
        attributes[kSecAttrGeneric as String] = query.generic.map { Data($0) }
        attributes[kSecAttrType as String] = query.type.map { NSNumber(value: $0) }
        attributes[kSecAttrCreator as String] = query.creator.map { NSNumber(value: $0) }
        return attributes
    }

    private func check(_ status: OSStatus) throws(KeychainStatus) {
        guard status == errSecSuccess else { throw KeychainStatus(rawValue: status) }
    }
}
#endif
