import KeyfobCache
import KeyfobCore

/// Performs a plan, and rolls it back as far as a keychain allows if a step fails.
struct KeychainCommit<Keychain: KeychainServices> {
    let keychain: Keychain
    let accessGroup: String

    /// Performs a plan, and rolls it back if a step fails.
    ///
    /// - Throws: the ``AuthError`` of the first step that failed.
    func perform(_ plan: KeychainPlan, _ options: KeychainStoreOptions) throws(AuthError) {
        var undoing: [KeychainStep] = []
        for step in plan.steps {
            do throws(KeychainStatus) {
                try perform(step, taken: &undoing)
            } catch {
                for inverse in undoing.reversed() {
                    var ignored: [KeychainStep] = []
                    try? perform(inverse, taken: &ignored)
                }
                throw .keychain(error, group: accessGroup)
            }
        }
        // The marker is for diagnostics: the transaction is complete, whether or not this succeeds.
        if plan.deletesRefreshToken, let marker = options.wipeMarker {
            let item = marker.item(accessGroup: accessGroup, time: options.clock.unixSeconds)
            try? save(
                item,
                matching: KeychainQuery(
                    accessGroup: accessGroup, account: item.account, generic: item.generic))
        }
    }

    /// Performs one step, and adds its inverse to `undoing`.
    private func perform(
        _ step: KeychainStep, taken undoing: inout [KeychainStep]
    ) throws(KeychainStatus) {
        switch step {
        case .save(let item, _):
            try save(item, matching: item.exactQuery)
            undoing.append(step.inverse)
        case .replace(let old, let new):
            try delete(old)
            undoing.append(.save(old, over: nil))
            try save(new, matching: new.exactQuery)
            undoing.append(.delete(new))
        case .delete(let item):
            try delete(item)
            undoing.append(step.inverse)
        }
    }

    /// Updates an item, or adds it if it is missing, as IdentityCore does.
    private func save(_ item: KeychainItem, matching query: KeychainQuery) throws(KeychainStatus) {
        let change = KeychainChange(generic: item.generic, value: item.value)
        do throws(KeychainStatus) {
            return try keychain.update(query, to: change)
        } catch {
            guard error == .itemNotFound else { throw error }
        }
        do throws(KeychainStatus) {
            try keychain.add(item)
        } catch {
            // Another process may have added it meanwhile. If not, an item of another type has the same name.
            guard error == .duplicateItem, (try? keychain.update(query, to: change)) != nil else { throw error }
        }
    }

    private func delete(_ item: KeychainItem) throws(KeychainStatus) {
        do throws(KeychainStatus) {
            try keychain.delete(item.exactQuery)
        } catch {
            guard error == .itemNotFound else { throw error }
        }
    }
}
