import KeyfobCache
import KeyfobCore
import KeyfobTesting
import Testing

/// The rules of a real keychain that a test may rely on.
@Suite("The simulated keychain")
struct SimulatedKeychainTests {
    private let keychain = SimulatedKeychain()

    private func app(_ groups: String...) -> SimulatedKeychainApp {
        keychain.app(AppEntitlements(keychainAccessGroups: groups))
    }

    private func item(
        _ account: String, service: String? = nil, group: String? = nil, type: UInt32? = nil,
        accessibility: KeychainAccessibility? = nil, value: [UInt8] = [1]
    ) -> KeychainItem {
        KeychainItem(
            accessGroup: group, account: account, service: service, type: type, accessibility: accessibility,
            value: Secret(value))
    }

    @Test("an item is identified by group, account and service, whatever its type")
    func identity() throws {
        let app = app("T1.a", "T1.b")
        #expect(try app.add(item("x", service: "s", type: 1)).accessGroup == "T1.a")
        #expect(throws: KeychainStatus.duplicateItem) { try app.add(item("x", service: "s", type: 2)) }
        try app.add(item("x", service: "s", group: "T1.b"))
        try app.add(item("x", service: "t"))
        try app.add(item("y"))
        // A missing name and an empty one are the same.
        #expect(throws: KeychainStatus.duplicateItem) { try app.add(item("y", service: "")) }
        #expect(throws: KeychainStatus.itemNotFound) {
            try app.update(KeychainQuery(account: "x", service: "s", type: 2), to: KeychainChange(value: Secret([])))
        }
        #expect(try app.copyMatching(KeychainQuery(account: "x", service: "s")).count == 2)
    }

    @Test("an app sees its own groups, and cannot name others")
    func groups() throws {
        let (one, other) = (app("T1.a", "T1.shared"), app("T1.b", "T1.shared"))
        try one.add(item("private"))
        try one.add(item("shared", group: "T1.shared"))
        #expect(try other.copyMatching(KeychainQuery()).map(\.account) == ["shared"])
        #expect(throws: KeychainStatus.itemNotFound) { try other.delete(KeychainQuery(account: "private")) }
        let query = KeychainQuery(accessGroup: "T1.a")
        #expect(throws: KeychainStatus.missingEntitlement) { try other.copyMatching(query) }
        #expect(throws: KeychainStatus.missingEntitlement) { try other.delete(query) }
        #expect(throws: KeychainStatus.missingEntitlement) {
            try other.update(query, to: KeychainChange(value: Secret([])))
        }
        #expect(throws: KeychainStatus.missingEntitlement) { try other.add(item("z", group: "T2.shared")) }
        #expect(throws: KeychainStatus.missingEntitlement) { try keychain.app(nil).copyMatching(KeychainQuery()) }
        try other.delete(KeychainQuery())
        #expect(try keychain.items().map(\.account) == ["private"])
    }

    @Test("an update changes the value and the named attributes, and never the accessibility")
    func updates() throws {
        let app = app("T1.a")
        try app.add(item("x", accessibility: .afterFirstUnlock))
        try app.update(KeychainQuery(account: "x"), to: KeychainChange(generic: [7], value: Secret([2])))
        let found = try app.copyMatching(KeychainQuery(generic: [7]))
        #expect(found.map(\.value) == [Secret([2])])
        #expect(found.map(\.accessibility) == [.afterFirstUnlock])
        try app.add(item("default"))
        #expect(try app.copyMatching(KeychainQuery(account: "default")).map(\.accessibility) == [.whenUnlocked])
    }

    @Test("a locked device returns items accessible after the first unlock, a restarted one nothing")
    func locking() throws {
        let app = app("T1.a")
        try app.add(item("first", accessibility: .afterFirstUnlockThisDeviceOnly))
        try app.add(item("always unlocked", accessibility: .whenUnlocked))
        let (first, unlocked) = (KeychainQuery(account: "first"), KeychainQuery(account: "always unlocked"))
        keychain.lock()
        #expect(try app.copyMatching(first).count == 1)
        #expect(throws: KeychainStatus.interactionNotAllowed) { try app.copyMatching(unlocked) }
        #expect(throws: KeychainStatus.interactionNotAllowed) { try app.copyMatching(KeychainQuery()) }
        #expect(throws: KeychainStatus.interactionNotAllowed) {
            try app.update(unlocked, to: KeychainChange(value: Secret([])))
        }
        #expect(throws: KeychainStatus.interactionNotAllowed) {
            try app.add(item("new", accessibility: .whenUnlockedThisDeviceOnly))
        }
        keychain.restart()
        #expect(throws: KeychainStatus.interactionNotAllowed) { try app.copyMatching(first) }
        try app.delete(unlocked)
        keychain.unlock()
        #expect(try app.copyMatching(KeychainQuery()).map(\.account) == ["first"])
    }

    @Test("a keychain in a file is the same for all that open it, with all attributes")
    func file() throws {
        let folder = try TemporaryFolder()
        let path = folder.path + "/keychain.json"
        let entitlements = AppEntitlements(keychainAccessGroups: ["T1.a"])
        var written = KeychainItem(
            account: "x", service: "s", generic: [0, 255], type: 0x6B66_6F62, creator: .max, label: "l",
            accessibility: .afterFirstUnlock, value: Secret([1, 2]))
        try SimulatedKeychain(path: path).app(entitlements).add(written)
        written.accessGroup = "T1.a"
        #expect(try SimulatedKeychain(path: path).items() == [written])
        #expect(throws: KeychainStatus.io) { try SimulatedKeychain(path: folder.path + "/missing/keychain.json") }
    }
}
