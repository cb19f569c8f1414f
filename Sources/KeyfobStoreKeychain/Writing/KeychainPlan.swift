import KeyfobCache
import KeyfobCore

/// The ordered steps of a transaction.
struct KeychainPlan: Sendable {
    private(set) var steps: [KeychainStep] = []
    /// Whether a refresh token is deleted, which the wipe marker records.
    var deletesRefreshToken: Bool {
        steps.contains {
            guard case .delete(let item) = $0, let type = item.type else { return false }
            return KeychainCredentialKind.allCases.contains { $0.isRefreshToken && $0.type.rawValue == type }
        }
    }

    /// Makes the steps.
    ///
    /// - Throws: ``AuthError`` if the contents of an entity cannot be opened.
    init(_ transaction: KeychainTransaction, accessGroup: String) throws(AuthError) {
        let image = transaction.image
        for (key, entity) in transaction.changes {
            let old = image.entries[key.homeAccountID]?.filter { $0.entity.key == key }.map(\.item) ?? []
            if let entity {
                try save(entity, over: old, image, accessGroup)
            } else {
                steps += old.map(KeychainStep.delete)
            }
        }
        try saveMetadata(transaction, accessGroup)
        if !steps.isEmpty { steps += image.tombstones.map(KeychainStep.delete) }
        // The sort is stable: steps of one rank stay in the order of the transaction.
        steps.sort { $0.rank < $1.rank }
    }

    private mutating func save(
        _ entity: CredentialEntity, over old: [KeychainItem], _ image: KeychainImage, _ accessGroup: String
    ) throws(AuthError) {
        let record = try KeychainMapping.record(
            of: entity, replacing: old.first?.value, usesSingleFamilyToken: image.usesSingleFamilyToken)
        let item = record.item(accessGroup: accessGroup)
        if let known = old.first(where: { $0.type == item.type }) {
            overwrite(known, with: item)
            // Items with the same identity, for example with the same scopes in another order, would keep an old
            // secret.
            steps += old.filter { $0.type == item.type && !$0.hasSameName(as: known) }.map(KeychainStep.delete)
        } else if let other = old.first(where: { $0.hasSameName(as: item) }) {
            steps.append(.replace(other, by: item))
        } else {
            steps.append(.save(item, over: nil))
        }
        // A family's single token may have a plain copy for apps that do not support the single token.
        guard item.type == KeychainItemType.familyRefreshToken.rawValue else { return }
        for twin in old where twin.type == KeychainItemType.refreshToken.rawValue {
            overwrite(twin, with: try KeychainMapping.record(of: entity).item(accessGroup: accessGroup))
        }
    }

    /// An existing entity keeps its item, even if the item would have another name today.
    private mutating func overwrite(_ known: KeychainItem, with new: KeychainItem) {
        var item = known
        item.value = new.value
        item.generic = new.generic ?? known.generic
        if item != known { steps.append(.save(item, over: known)) }
    }

    /// Updates the sign-in states of IdentityCore's apps: a client is signed out when none of its apps is signed in.
    private mutating func saveMetadata(
        _ transaction: KeychainTransaction, _ accessGroup: String
    ) throws(AuthError) {
        var touched: [String: Set<String>] = [:]
        for (key, entity) in transaction.changes {
            let before = transaction.image.entries[key.homeAccountID]?.first { $0.entity.key == key }?.entity
            guard case .signInState(let state) = entity ?? before else { continue }
            touched[state.clientID, default: []].insert(key.homeAccountID)
        }
        for (clientID, homes) in touched.sorted(by: { $0.key < $1.key }) {
            let known = transaction.image.metadata.first {
                $0.metadata.clientID.lowercased() == clientID.lowercased()
            }
            var metadata = known?.metadata ?? KeychainAccountMetadata(clientID: clientID)
            for home in homes.sorted() {
                let isSignedIn =
                    try transaction.partition(homeAccountID: home)?.signInStates.contains {
                        $0.clientID.lowercased() == clientID.lowercased() && $0.state == .signedIn
                    } ?? false
                let state: KeychainAccountMetadata.State = isSignedIn ? .signedIn : .signedOut
                if metadata.state(of: home) != state { metadata.setState(state, of: home) }
                if !isSignedIn { steps += try leftovers(of: clientID, home, transaction.image) }
            }
            let item = metadata.record.item(accessGroup: accessGroup)
            if let known {
                if metadata != known.metadata { overwrite(known.item, with: item) }
            } else {
                steps.append(.save(item, over: nil))
            }
        }
    }

    /// The items of a signed-out client that the rules do not cover: v1 id tokens, tokens of managed apps and
    /// device-bound refresh tokens. Those of a family or a broker stay.
    private func leftovers(
        of clientID: String, _ home: String, _ image: KeychainImage
    ) throws(AuthError) -> [KeychainStep] {
        var found: [KeychainStep] = []
        for entry in image.entries[home] ?? [] where entry.item.creator == nil {
            guard case .unknown(let entity) = entry.entity,
                let kind = KeychainCredentialKind(credentialType: entity.kind.rawValue), kind.isOfOneClient
            else { continue }
            let members = try entity.contents.open().unknown
            let isTheirs = members["client_id"]?.stringValue?.lowercased() == clientID.lowercased()
            if isTheirs, members["family_id"]?.stringValue ?? "" == "" { found.append(.delete(entry.item)) }
        }
        return found
    }
}
