public import KeyfobCore

/// What IdentityCore knows of one client's accounts: who is signed in, and which authority answers for which.
///
/// The states are per client, not per app; Keyfob keeps its own per app beside them (``SignInStateEntity``) and writes
/// these so that IdentityCore's apps see who is signed in.
public struct KeychainAccountMetadata: Sendable, Hashable {
    /// The state of one account (`sign_in_state`).
    public enum State: String, Sendable, Hashable {
        /// `unknown`, and every word that is not understood.
        case unknown
        /// `signed_in`
        case signedIn = "signed_in"
        /// `signed_out`: the client's apps do not show the account.
        case signedOut = "signed_out"
    }

    /// `client_id`
    public let clientID: String
    /// All members, those that are not understood included.
    public private(set) var json: [String: JSONValue]

    private static let map = "account_metadata_map"
    /// Misspelt on the wire.
    private static let authorityMap = "athority_map"

    /// Begins a client's metadata.
    public init(clientID: String) {
        self.clientID = clientID
        json = [KeychainMember.clientID: .string(clientID), Self.map: [:]]
    }

    /// Reads metadata; nil if it names no client.
    public init?(json: [String: JSONValue]) {
        guard let clientID = json.text(KeychainMember.clientID) else { return nil }
        self.clientID = clientID
        self.json = json
    }

    /// The state of an account, in any letter case; nil if nothing is known of it.
    public func state(of homeAccountID: String) -> State? {
        guard let entry = entry(homeAccountID)?.json else { return nil }
        return entry.text(KeychainMember.signInState).flatMap(State.init) ?? .unknown
    }

    /// The authority that a request for an account is answered by in place of the one requested, if any is known.
    public func cachedAuthority(
        of homeAccountID: String, requested: String, instanceAware: Bool = false
    ) -> String? {
        guard let entry = entry(homeAccountID)?.json, state(of: homeAccountID) != .signedOut else { return nil }
        let key = instanceAware ? "URLMap-instance_aware=YES" : "URLMap-"
        return entry[Self.authorityMap]?[key]?[requested]?.stringValue
    }

    /// Writes the state of an account. Signing out forgets its authorities, as IdentityCore does.
    public mutating func setState(_ state: State, of homeAccountID: String) {
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

    /// The item's place and value.
    public var record: KeychainRecord { KeychainRecord(key: .accountMetadata(clientID: clientID), json: json) }

    private func entry(_ homeAccountID: String) -> (key: String, json: [String: JSONValue])? {
        guard let map = json[Self.map]?.objectValue else { return nil }
        // Equal spelling first: two entries may differ by letter case alone.
        let key =
            map[homeAccountID] != nil
            ? homeAccountID : map.keys.sorted().first { $0.isSameIdentifier(as: homeAccountID) }
        guard let key, let entry = map[key]?.objectValue else { return nil }
        return (key, entry)
    }
}
