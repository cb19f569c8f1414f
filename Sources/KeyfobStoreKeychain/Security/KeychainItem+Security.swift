#if canImport(Security)
import Foundation
import KeyfobCache
import KeyfobCore
import Security

extension KeychainItem {
    /// Makes an item from the attributes that Security.framework returned.
    init(_ attributes: [String: Any], itemClass: KeychainItemClass) {
        func number(_ name: CFString) -> UInt32? { (attributes[name as String] as? NSNumber)?.uint32Value }
        func bytes(_ name: CFString) -> [UInt8]? { (attributes[name as String] as? Data).map { [UInt8]($0) } }
        func text(_ name: CFString) -> String? { attributes[name as String] as? String }
        let (name, type) =
            switch itemClass {
            case .genericPassword: (text(kSecAttrAccount), number(kSecAttrType))
            case .key:
                (bytes(kSecAttrApplicationTag).map { String(decoding: $0, as: UTF8.self) }, number(kSecAttrKeyType))
            }
        self.init(
            itemClass: itemClass, accessGroup: text(kSecAttrAccessGroup), account: name,
            service: text(kSecAttrService), generic: bytes(kSecAttrGeneric), type: type,
            creator: number(kSecAttrCreator), label: text(kSecAttrLabel),
            accessibility: text(kSecAttrAccessible).flatMap(KeychainAccessibility.init(attribute:)),
            value: Secret(bytes(kSecValueData) ?? []))
    }
}

extension KeychainAccessibility {
    private static var attributes: [(KeychainAccessibility, CFString)] {
        [
            (.whenUnlocked, kSecAttrAccessibleWhenUnlocked),
            (.whenUnlockedThisDeviceOnly, kSecAttrAccessibleWhenUnlockedThisDeviceOnly),
            (.afterFirstUnlock, kSecAttrAccessibleAfterFirstUnlock),
            (.afterFirstUnlockThisDeviceOnly, kSecAttrAccessibleAfterFirstUnlockThisDeviceOnly),
        ]
    }

    /// The value of `kSecAttrAccessible`.
    var attribute: String? { Self.attributes.first { $0.0 == self }.map { $0.1 as String } }

    /// The accessibility of a value of `kSecAttrAccessible`; nil for an unknown value.
    init?(attribute: String) {
        guard let known = Self.attributes.first(where: { $0.1 as String == attribute }) else { return nil }
        self = known.0
    }
}
#endif
