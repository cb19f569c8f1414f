// SecItem.h. The constants are C globals, which Swift imports as `let`; their values are Apple's.
import Foundation

public let kSecClass: CFString = "class"
public let kSecClassGenericPassword: CFString = "genp"
public let kSecClassKey: CFString = "keys"
public let kSecAttrAccessGroup: CFString = "agrp"
public let kSecAttrAccount: CFString = "acct"
public let kSecAttrService: CFString = "svce"
public let kSecAttrGeneric: CFString = "gena"
public let kSecAttrType: CFString = "type"
public let kSecAttrCreator: CFString = "crtr"
public let kSecAttrLabel: CFString = "labl"
public let kSecAttrApplicationTag: CFString = "atag"
public let kSecAttrKeyClass: CFString = "kcls"
public let kSecAttrKeyClassSymmetric: CFString = "2"
public let kSecAttrKeyType: CFString = "type"
public let kSecAttrKeySizeInBits: CFString = "bsiz"
public let kSecAttrEffectiveKeySize: CFString = "esiz"
public let kSecAttrCanEncrypt: CFString = "encr"
public let kSecAttrCanDecrypt: CFString = "decr"
public let kSecAttrAccessible: CFString = "pdmn"
public let kSecAttrAccessibleWhenUnlocked: CFString = "ak"
public let kSecAttrAccessibleWhenUnlockedThisDeviceOnly: CFString = "aku"
public let kSecAttrAccessibleAfterFirstUnlock: CFString = "ck"
public let kSecAttrAccessibleAfterFirstUnlockThisDeviceOnly: CFString = "cku"
public let kSecValueData: CFString = "v_Data"
public let kSecReturnAttributes: CFString = "r_Attributes"
public let kSecReturnData: CFString = "r_Data"
public let kSecMatchLimit: CFString = "m_Limit"
public let kSecMatchLimitAll: CFString = "m_LimitAll"
public let kSecMatchLimitOne: CFString = "m_LimitOne"
public let kSecUseDataProtectionKeychain: CFString = "nleg"

/// The items of ``SecItemAdd(_:_:)``, so that a trial can look at them. For one thread.
nonisolated(unsafe) public var stubbedItems: [CFDictionary] = []

/// What says how to search or what to return, and is no attribute of an item.
private let instructions: Set = ["v_Data", "r_Attributes", "r_Data", "m_Limit", "nleg"]

/// Whether the attributes are of the class: a key has no account, service or general attribute, a password nothing of a key.
private func isSound(_ attributes: CFDictionary) -> Bool {
    switch attributes["class"] as? String {
    case "genp": attributes.keys.allSatisfy { !["atag", "kcls", "bsiz", "esiz", "encr", "decr"].contains($0) }
    case "keys": attributes.keys.allSatisfy { !["acct", "svce", "gena"].contains($0) }
    default: false
    }
}

private func matches(_ item: CFDictionary, _ query: CFDictionary) -> Bool {
    query.allSatisfy { name, value in
        instructions.contains(name) || item[name].map { isSame($0, value) } ?? false
    }
}

private func isSame(_ one: Any, _ other: Any) -> Bool {
    if let one = one as? String { return one == other as? String }
    if let one = one as? Data { return one == other as? Data }
    return (one as? NSNumber).map { $0 == other as? NSNumber } ?? false
}

private func returned(_ item: CFDictionary, _ query: CFDictionary) -> CFDictionary {
    query["r_Data"] as? Bool == true ? item : item.filter { $0.key != "v_Data" }
}

public func SecItemAdd(_ attributes: CFDictionary, _ result: UnsafeMutablePointer<CFTypeRef?>?) -> OSStatus {
    guard isSound(attributes) else { return -50 }
    func name(_ item: CFDictionary) -> [String] {
        ["class", "agrp", "acct", "svce"].map { item[$0] as? String ?? "" }
            + [(item["atag"] as? Data)?.base64EncodedString() ?? ""]
    }
    let isTaken = stubbedItems.contains { name($0) == name(attributes) }
    guard !isTaken else { return -25299 }
    var item = attributes.filter { !$0.key.hasPrefix("r_") && $0.key != "nleg" }
    item["agrp"] = item["agrp"] ?? "TEAM.default"
    stubbedItems.append(item)
    if attributes["r_Attributes"] as? Bool == true { result?.pointee = returned(item, attributes) as NSDictionary }
    return errSecSuccess
}

public func SecItemUpdate(_ query: CFDictionary, _ attributesToUpdate: CFDictionary) -> OSStatus {
    guard isSound(query), attributesToUpdate["class"] == nil else { return -50 }
    let found = stubbedItems.indices.filter { matches(stubbedItems[$0], query) }
    guard !found.isEmpty else { return errSecItemNotFound }
    for index in found { stubbedItems[index].merge(attributesToUpdate) { _, new in new } }
    return errSecSuccess
}

public func SecItemCopyMatching(_ query: CFDictionary, _ result: UnsafeMutablePointer<CFTypeRef?>?) -> OSStatus {
    guard isSound(query) else { return -50 }
    let found = stubbedItems.filter { matches($0, query) }.map { returned($0, query) }
    guard let first = found.first else { return errSecItemNotFound }
    let isAll = query["m_Limit"] as? String == "m_LimitAll"
    // The login keychain gives out no more than one value at a time.
    guard !isAll || query["nleg"] as? Bool == true || query["r_Data"] as? Bool != true else { return -50 }
    result?.pointee = isAll ? found as NSArray : first as NSDictionary
    return errSecSuccess
}

public func SecItemDelete(_ query: CFDictionary) -> OSStatus {
    guard isSound(query) else { return -50 }
    let left = stubbedItems.filter { !matches($0, query) }
    guard left.count < stubbedItems.count else { return errSecItemNotFound }
    stubbedItems = left
    return errSecSuccess
}
