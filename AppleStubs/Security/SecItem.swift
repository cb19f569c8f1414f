// SecItem.h. The constants are C globals, which Swift imports as `let`.
public let kSecClass: CFString = ""
public let kSecClassGenericPassword: CFString = ""
public let kSecClassKey: CFString = ""
public let kSecAttrAccessGroup: CFString = ""
public let kSecAttrAccount: CFString = ""
public let kSecAttrService: CFString = ""
public let kSecAttrGeneric: CFString = ""
public let kSecAttrType: CFString = ""
public let kSecAttrCreator: CFString = ""
public let kSecAttrLabel: CFString = ""
public let kSecAttrAccessible: CFString = ""
public let kSecAttrAccessibleWhenUnlocked: CFString = ""
public let kSecAttrAccessibleWhenUnlockedThisDeviceOnly: CFString = ""
public let kSecAttrAccessibleAfterFirstUnlock: CFString = ""
public let kSecAttrAccessibleAfterFirstUnlockThisDeviceOnly: CFString = ""
public let kSecValueData: CFString = ""
public let kSecReturnAttributes: CFString = ""
public let kSecReturnData: CFString = ""
public let kSecMatchLimit: CFString = ""
public let kSecMatchLimitAll: CFString = ""
public let kSecMatchLimitOne: CFString = ""
public let kSecUseDataProtectionKeychain: CFString = ""

public func SecItemAdd(_ attributes: CFDictionary, _ result: UnsafeMutablePointer<CFTypeRef?>?) -> OSStatus { 0 }
public func SecItemUpdate(_ query: CFDictionary, _ attributesToUpdate: CFDictionary) -> OSStatus { 0 }
public func SecItemCopyMatching(_ query: CFDictionary, _ result: UnsafeMutablePointer<CFTypeRef?>?) -> OSStatus { 0 }
public func SecItemDelete(_ query: CFDictionary) -> OSStatus { 0 }
