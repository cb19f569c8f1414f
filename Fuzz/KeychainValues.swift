// Module: KeyfobCache
//
// Items of a keychain with any value, and the two items that hold everything: reading is total, and an entity is the
// same after it was written.
import Foundation
import KeyfobCore

@testable import KeyfobCache

private let types: [KeychainItemType?] = [nil] + KeychainItemType.allCases

/// Tries one input.
func fuzzKeychainValues(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    var input = UnsafeBufferPointer(start: start, count: count)[...]
    let place = input.popFirst() ?? 0
    let value = Array(input)
    tryItem(types[Int(place & 0x3F) % types.count], value, usesSingle: place & 0x40 != 0, isReserved: place & 0x80 != 0)
    if let blob = KeychainBlob(value) { tryBlob(blob) }
    return 0
}

private func tryItem(_ type: KeychainItemType?, _ value: [UInt8], usesSingle: Bool, isReserved: Bool) {
    var item = KeychainItem(
        account: "ada.tenant-contoso.test", service: "service", type: type?.rawValue, value: Secret(value))
    if isReserved { item.creator = 7 }
    if type == nil { (item.account, item.service) = ("useSingleFRT", "useSingleFRT") }
    switch KeychainMapping.content(of: item, usesSingleFamilyToken: usesSingle) {
    case .entity(let entity):
        guard
            let record = try? KeychainMapping.record(
                of: entity, replacing: item.value, usesSingleFamilyToken: usesSingle)
        else { fail() }
        let written = record.item(accessGroup: "group")
        guard case .entity(let again) = KeychainMapping.content(of: written, usesSingleFamilyToken: usesSingle),
            let third = try? KeychainMapping.record(
                of: again, replacing: record.value, usesSingleFamilyToken: usesSingle),
            third.key == record.key, third.value.reveal() == record.value.reveal()
        else { fail() }
    case .accountMetadata(var metadata):
        let home = "ada.tenant"
        _ = metadata.cachedAuthority(of: home, requested: "https://contoso.test/common")
        metadata.setState(.signedOut, of: home)
        guard metadata.state(of: home) == .signedOut, metadata.cachedAuthority(of: home, requested: "x") == nil,
            case .accountMetadata(let again) = KeychainMapping.content(of: metadata.record.item(accessGroup: "group")),
            again == metadata
        else { fail() }
    case .tombstone, .singleFamilyTokenSwitch, .foreign: break
    }
}

private func tryBlob(_ blob: KeychainBlob) {
    guard let again = KeychainBlob(blob.bytes), again.bytes == blob.bytes else { fail() }
    let entities = blob.entities
    guard Set(again.entities.map(\.key)) == Set(entities.map(\.key)) else { fail() }
    var written = blob
    for entity in entities {
        guard let isKept = try? written.put(entity), isKept, KeychainBlob.placement(of: entity) != nil else { fail() }
    }
    guard Set(written.entities.map(\.key)) == Set(entities.map(\.key)) else { fail() }
    for entity in entities { written.delete(entity.key) }
    guard written.entities.isEmpty else { fail() }
}

/// Ends the run, and says where.
private func fail(_ line: UInt = #line) -> Never {
    FileHandle.standardError.write(Data("does not hold: line \(line)\n".utf8))
    abort()
}
