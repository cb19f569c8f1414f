package import KeyfobCore

/// The metadata of one client's accounts in IdentityCore: their sign-in states and cached authorities.
///
/// The states are per client, not per app; Keyfob stores the states of its apps too (``SignInStateEntity``), and writes
/// these so that IdentityCore's apps see who is signed in.
package struct KeychainAccountMetadata: Sendable, Hashable {
    /// The state of one account (`sign_in_state`).
    package enum State: String, Sendable, Hashable {
        /// `unknown`, and every other value.
        case unknown
        /// `signed_in`
        case signedIn = "signed_in"
        /// `signed_out`: the client's apps do not show the account.
        case signedOut = "signed_out"
    }

    /// `client_id`
    package let clientID: String
    /// All members, including unknown ones.
    package private(set) var json: [String: JSONValue]

    private static let map = "account_metadata_map"
    /// The misspelling is part of the format.
    private static let authorityMap = "athority_map"

    /// Makes the metadata of a client.
    package init(clientID: String) {
        self.clientID = clientID
        json = [KeychainMember.clientID: .string(clientID), Self.map: [:]]
    }

    /// Reads metadata; nil if it contains no client id.
    package init?(json: [String: JSONValue]) {
        guard let clientID = json.text(KeychainMember.clientID) else { return nil }
        self.clientID = clientID
        self.json = json
    }

    /// The state of an account, in any letter case; nil if there is none.
    package func state(of homeAccountID: String) -> State? {
        guard let entry = entry(homeAccountID)?.json else { return nil }
        return entry.text(KeychainMember.signInState).flatMap(State.init) ?? .unknown
    }

    /// The cached authority that replaces the requested one for an account, if there is one.
    package func cachedAuthority(
        of homeAccountID: String, requested: String, instanceAware: Bool = false
    ) -> String? {
        guard let entry = entry(homeAccountID)?.json, state(of: homeAccountID) != .signedOut else { return nil }
        let key = instanceAware ? "URLMap-instance_aware=YES" : "URLMap-"
        return entry[Self.authorityMap]?[key]?[requested]?.stringValue
    }

    /// Sets the state of an account. Signing out removes its authorities, as in IdentityCore.
    package mutating func setState(_ state: State, of homeAccountID: String) {
        let known = entry(homeAccountID)
        var entry = known?.json ?? [:]
        entry[KeychainMember.clientID] = .string(clientID)
        entry[KeychainMember.homeAccountID] = entry[KeychainMember.homeAccountID] ?? .string(homeAccountID)
        entry[KeychainMember.signInState] = .string(state.rawValue)
        if state == .signedOut || entry[Self.authorityMap]?.objectValue == nil { entry[Self.authorityMap] = [:] }
        var map = json[Self.map]?.objectValue ?? [:]
        map[known?.key ?? homeAccountID] = .object(entry)
        json[Self.map] = .object(map)
    }

    /// The item's key and value.
    package var record: KeychainRecord { KeychainRecord(key: .accountMetadata(clientID: clientID), json: json) }

    private func entry(_ homeAccountID: String) -> (key: String, json: [String: JSONValue])? {
        guard let map = json[Self.map]?.objectValue else { return nil }
        // An exact match first: two entries may differ in letter case alone.
        let key =
            map[homeAccountID] != nil
            ? homeAccountID : map.keys.sorted().first { $0.isSameIdentifier(as: homeAccountID) }
        guard let key, let entry = map[key]?.objectValue else { return nil }
        return (key, entry)
    }
}
