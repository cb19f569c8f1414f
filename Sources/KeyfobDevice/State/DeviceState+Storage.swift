#if os(Linux)
import KeyfobCache
import KeyfobCore
import KeyfobDeviceProtocol

/// The device's storage for its apps.
extension DeviceState {
    mutating func keychain(_ request: DeviceRequest, of app: InstalledApp) throws(DeviceError) -> DeviceResponse {
        let (groups, availability) = (app.manifest.accessGroups, availability)
        var group: String?
        do throws(KeychainStatus) {
            let found = try keychain.change { items throws(KeychainStatus) -> [KeychainItem] in
                switch request {
                case .keychainAdd(let item):
                    group = item.accessGroup
                    return [try items.add(item, groups: groups, when: availability)]
                case .keychainUpdate(let query, let change):
                    group = query.accessGroup
                    try items.update(query, to: change, groups: groups, when: availability)
                    return []
                case .keychainCopy(let query):
                    group = query.accessGroup
                    return try items.copyMatching(query, groups: groups, when: availability)
                case .keychainDelete(let query):
                    group = query.accessGroup
                    try items.delete(query, groups: groups)
                    return []
                default: throw .unimplemented
                }
            }
            trace.add(.keychain, app: app.bundleID, subject: group ?? found.first?.accessGroup, outcome: "ok")
            return .items(found)
        } catch {
            trace.add(.keychain, app: app.bundleID, subject: group, outcome: "\(error)")
            guard error == .diskFull else { throw DeviceError(error) }
            throw DeviceError(
                .keychain, "An access group holds at most \(KeychainStore.groupLimit) bytes: \(error).",
                remedy: "Delete items that the apps of the group no longer need.", keychainStatus: error)
        }
    }

    /// Locks, unlocks or restarts the device's protected data, and notifies every app.
    mutating func setAvailability(_ new: KeychainAvailability, _ kind: TraceEntry.Kind) {
        let changed = new.isUnlocked != availability.isUnlocked
        availability = new
        trace.add(kind)
        guard changed else { return }
        for bundleID in running.keys { push(.protectedData(isAvailable: new.isUnlocked), to: bundleID) }
    }
}
#endif
