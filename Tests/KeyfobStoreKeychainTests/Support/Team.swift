import KeyfobBackport
import KeyfobCache
import KeyfobCore
import KeyfobStoreKeychain
import KeyfobTesting

/// Apps of one team on one device. Every test has its own team, because the transactions of one access group run one at
/// a time in the whole process.
struct Team: Sendable {
    private static let count = Atomic(0)

    let keychain: SimulatedKeychain
    /// The team's identifier, ten characters.
    let prefix: String
    var group: String { "\(prefix).com.contoso.shared" }

    init(keychain: SimulatedKeychain = SimulatedKeychain()) {
        self.keychain = keychain
        let number = Self.count.add(1, ordering: .relaxed).newValue
        prefix = "T" + String(String(1_000_000_000 + number).dropFirst())
    }

    /// Another handle on the same team's keychain.
    init(keychain: SimulatedKeychain, prefix: String) {
        self.keychain = keychain
        self.prefix = prefix
    }

    /// The keychain as an app of the team sees it: its own group first, then the shared ones.
    func app(_ bundleID: String = "com.contoso.a", shared: [String] = ["com.contoso.shared"]) -> SimulatedKeychainApp {
        keychain.app(AppEntitlements(keychainAccessGroups: ([bundleID] + shared).map { "\(prefix).\($0)" }))
    }

    /// The shared store as an app of the team opens it.
    func store(
        _ bundleID: String = "com.contoso.a", options: KeychainStoreOptions = KeychainStoreOptions()
    ) -> KeychainCredentialStore<SimulatedKeychainApp> {
        KeychainCredentialStore(keychain: app(bundleID), accessGroup: group, options: options)
    }

    /// Adds an item to the shared group, as another program would.
    func plant(
        account: String, service: String, generic: String? = nil, type: KeychainItemType?, _ json: String
    ) throws {
        try app("com.contoso.other").add(
            KeychainItem(
                accessGroup: group, account: account, service: service, generic: generic.map { Array($0.utf8) },
                type: type?.rawValue, accessibility: .afterFirstUnlockThisDeviceOnly,
                value: Secret(Array(json.utf8))))
    }

    /// The items of the shared group, by account and service.
    func items() throws -> [String: KeychainItem] {
        try keychain.items().filter { $0.accessGroup == group }.reduce(into: [:]) { items, item in
            items["\(item.account ?? "") \(item.service ?? "")"] = item
        }
    }
}
