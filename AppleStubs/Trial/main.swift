// Runs the adapter over the stubs: what it asks of Security.framework, and what it makes of the answers.
import Foundation
import KeyfobCache
import KeyfobCore
import KeyfobStoreKeychain
import Security

nonisolated(unsafe) var failures = 0

func expect(_ condition: Bool, _ what: String) {
    guard !condition else { return }
    print("not so: \(what)")
    failures += 1
}

func expect(_ status: KeychainStatus, _ what: String, _ body: () throws(KeychainStatus) -> Void) {
    do throws(KeychainStatus) {
        try body()
        expect(false, "\(what) fails")
    } catch {
        expect(error == status, "\(what) fails with \(status), not \(error)")
    }
}

let keychain = SecurityKeychainServices()
let item = KeychainItem(
    accessGroup: "TEAM.shared", account: "u.t-e", service: "accesstoken-c-t-s", generic: [0, 255], type: 2001,
    creator: .max, label: "label", accessibility: .afterFirstUnlockThisDeviceOnly, value: Secret([1, 2]))

expect(try keychain.add(item) == item, "an added item comes back")
let raw = stubbedItems[0]
expect(
    Set(raw.keys) == ["class", "agrp", "acct", "svce", "gena", "type", "crtr", "labl", "pdmn", "v_Data"],
    "the attributes are Apple's: \(raw.keys.sorted())")
expect(raw["class"] as? String == "genp" && raw["pdmn"] as? String == "cku", "class and accessibility")
expect(raw["agrp"] as? String == "TEAM.shared" && raw["acct"] as? String == "u.t-e", "group and account")
expect(raw["svce"] as? String == "accesstoken-c-t-s" && raw["labl"] as? String == "label", "service and label")
expect((raw["type"] as? NSNumber)?.uint32Value == 2001, "the type is a number")
expect((raw["crtr"] as? NSNumber)?.uint32Value == .max, "the creator is a number")
expect(raw["gena"] as? Data == Data([0, 255]) && raw["v_Data"] as? Data == Data([1, 2]), "data")

expect(.duplicateItem, "a second item of the name") { () throws(KeychainStatus) in try keychain.add(item) }
let bare = try keychain.add(KeychainItem(account: "probe", value: Secret([])))
expect(bare.accessGroup == "TEAM.default", "the default group is told")
expect(Set(stubbedItems[1].keys) == ["class", "agrp", "acct", "v_Data"], "what is nil is not written")
expect(try KeychainGroupPrefix.discover(in: keychain) == "TEAM", "the prefix is discovered")

expect(try keychain.copyMatching(KeychainQuery(type: 2001)) == [item], "an item is found whole")
expect(try keychain.copyMatching(KeychainQuery()).count == 3, "all are found")
expect(try keychain.copyMatching(KeychainQuery(account: "nobody")).isEmpty, "nothing is no error")

let query = KeychainQuery(accessGroup: "TEAM.shared", account: "u.t-e", service: "accesstoken-c-t-s", type: 2001)
try keychain.update(query, to: KeychainChange(generic: [7], value: Secret([3])))
let updated = try keychain.copyMatching(KeychainQuery(generic: [7], creator: .max)).first
expect(updated?.value == Secret([3]) && updated?.accessibility == item.accessibility, "an update changes its part")
try keychain.update(query, to: KeychainChange(value: Secret([4])))
expect(try keychain.copyMatching(query).first?.generic == [7], "an update leaves what is nil")
expect(.itemNotFound, "an update of nothing") { () throws(KeychainStatus) in
    try keychain.update(KeychainQuery(account: "nobody"), to: KeychainChange(value: Secret([])))
}

let login = SecurityKeychainServices(usesDataProtection: false)
expect(try login.copyMatching(query).map(\.value) == [Secret([4])], "the login keychain is asked for one item")

try keychain.delete(query)
expect(.itemNotFound, "a second deletion") { () throws(KeychainStatus) in try keychain.delete(query) }
expect(stubbedItems.count == 2, "nothing else is deleted")

// The key of a broker's replies, as Microsoft's libraries write it and look for it, and a broker's token for an app.
let tag = "com.microsoft.adBrokerKey\0"
let key = KeychainItem(
    itemClass: .key, accessGroup: "TEAM.shared", account: tag, type: 0x8000_0001,
    accessibility: .afterFirstUnlockThisDeviceOnly, value: Secret([UInt8](repeating: 7, count: 32)))
expect(try keychain.add(key) == key, "an added key comes back")
let written = stubbedItems[2]
expect(
    Set(written.keys)
        == ["class", "agrp", "atag", "kcls", "type", "bsiz", "esiz", "encr", "decr", "pdmn", "v_Data"],
    "the attributes are a key's: \(written.keys.sorted())")
expect(written["class"] as? String == "keys" && written["kcls"] as? String == "2", "a symmetric key")
expect(written["atag"] as? Data == Data(tag.utf8), "the tag is bytes, with the one at its end")
expect((written["type"] as? NSNumber)?.uint32Value == 0x8000_0001, "the algorithm is AES")
expect(written["bsiz"] as? Int == 256 && written["esiz"] as? Int == 256, "of 256 bits")
expect(written["encr"] as? Bool == true && written["decr"] as? Bool == true, "for both directions")
expect(written["agrp"] as? String == "TEAM.shared" && written["pdmn"] as? String == "cku", "group and accessibility")
let tagged = KeychainQuery(itemClass: .key, account: tag)
expect(try keychain.copyMatching(tagged) == [key], "a key is found by its tag, in whichever group")
try keychain.update(tagged, to: KeychainChange(value: Secret([8])))
expect(try keychain.copyMatching(tagged).map(\.value) == [Secret([8])], "a key is changed")
expect(.duplicateItem, "a second key of the tag") { () throws(KeychainStatus) in try keychain.add(key) }
let token = KeychainItem(
    itemClass: .key, accessGroup: "TEAM.shared", account: "com.microsoft.adBrokerAppToken-a", value: Secret([1]))
expect(try keychain.add(token) == token, "an added token comes back")
expect(Set(stubbedItems[3].keys) == ["class", "agrp", "atag", "v_Data"], "a token has only its tag")
expect(SecItemDelete(["class": "keys", "acct": tag]) == -50, "a key has no account")
await trySheets()
exit(failures == 0 ? 0 : 1)
