import Foundation
import KeyfobCore
import KeyfobDeviceProtocol

/// The installed apps, in the order in which they were installed, and on disk.
struct AppRegistry: Sendable {
    private let folders: DeviceFolders
    /// The user ids of this device's apps; nil if they all have the switchboard's.
    private var range: UserRange?
    private let isolation: AppIsolation
    /// Uninstalled ones as well: a user id is never given to another app, whose files it might then read.
    private var entries: [AppEntry] = []
    private(set) var apps: [InstalledApp] = []

    /// Reads what is installed.
    ///
    /// - Parameter end: ends every process of a user, and says whether none is left.
    /// - Throws: ``KeyfobDeviceProtocol/DeviceFault`` with code `failed` if the registry is damaged.
    init(
        folders: DeviceFolders, firstUserID: UInt32, isolation: AppIsolation, end: (UInt32) -> Bool
    ) throws(DeviceFault) {
        self.folders = folders
        self.isolation = isolation
        try read()
        guard isolation == .userPerApp else { return }
        range = try UserRange.take(from: firstUserID, known: entries.map(\.userID).min(), end: end)
    }

    private mutating func read() throws(DeviceFault) {
        TreeRemoval.finish(folders.removed)
        guard FileManager.default.fileExists(atPath: folders.registry) else { return }
        guard let bytes = DeviceFolders.content(folders.registry),
            let list = (try? JSONValue(parsing: bytes))?.arrayValue
        else {
            throw DeviceFault(
                .failed, "\(folders.registry) is damaged.",
                remedy: "Remove the data folder, and install the apps again.")
        }
        for value in list {
            let entry = try AppEntry(json: value, of: folders.registry)
            guard entry.isInstalled else {
                entries.append(entry)
                continue
            }
            let manifest = try BundleInstaller.manifest(of: "\(folders.bundles)/\(entry.bundleID)")
            apps.append(app(manifest, entry.userID, entry.isManaged))
            // An earlier version has not noted the team and its groups.
            entries.append(AppEntry(manifest, userID: entry.userID, isManaged: entry.isManaged, known: entry))
        }
        let present = Set(apps.map(\.bundleID))
        for entry in entries where !present.contains(entry.bundleID) {
            // It may have ended while it removed them. What stays is no other app's: installing insists.
            try? removeFiles(of: entry.bundleID)
        }
    }

    subscript(bundleID: String) -> InstalledApp? { apps.first { $0.bundleID == bundleID } }

    /// The app whose processes have that user id.
    func app(userID: UInt32) -> InstalledApp? { apps.first { $0.userID == userID } }

    /// Refuses what would get at another team's data: an update that another team has signed, or nobody, as iOS does,
    /// and an app group that another team's app has, or had.
    func check(_ manifest: AppManifest) throws(DeviceFault) {
        if let present = self[manifest.bundleID], present.manifest.teamID != manifest.teamID {
            let (old, new) = (present.manifest.teamID ?? "nobody", manifest.teamID ?? "nobody")
            throw DeviceFault(
                .refused,
                "\(manifest.bundleID) is installed and signed by \(old); what \(new) has signed is no new version of it.",
                remedy: "Remove the installed app first, with its data: keyfob-device uninstall \(manifest.bundleID).")
        }
        for entry in entries where entry.signer != manifest.signer {
            guard let group = entry.appGroups.intersection(manifest.appGroups).min() else { continue }
            // Apple gives a group's name to one team for good. Here the first one has it, since items outlive their app.
            throw DeviceFault(
                .refused, "The app group \(group) is that of another team's app, \(entry.bundleID).",
                remedy: "Name another one in com.apple.security.application-groups.")
        }
    }

    /// Installs a bundle, or replaces an older one of the same bundle id, whose data and place in the order stay.
    mutating func install(_ source: String, isManaged: Bool) throws(DeviceFault) -> InstalledApp {
        let manifest = try BundleInstaller.manifest(of: source)
        try check(manifest)
        // One that comes back under another team is another app.
        let known = entries.first {
            $0.bundleID == manifest.bundleID && ($0.isInstalled || $0.signer == manifest.signer)
        }
        let userID: UInt32 = if let known { known.userID } else { try nextUserID() }
        let installed = app(manifest, userID, isManaged)
        // A new app begins with nothing, whatever an earlier one of its id has left behind.
        if self[manifest.bundleID] == nil { try removeFiles(of: manifest.bundleID) }
        // No bundle id begins so.
        let fresh = "\(folders.bundles)/.new-\(installed.bundleID)"
        try TreeRemoval.remove([fresh], through: folders.removed)
        try BundleInstaller.copy(source, to: fresh, executable: manifest.executable)
        try TreeRemoval.remove([installed.bundlePath], through: folders.removed)
        guard rename(fresh, installed.bundlePath) == 0 else {
            throw DeviceFault(.failed, "\(installed.bundlePath) cannot be made.")
        }
        try makeHome(installed)
        let entry = AppEntry(manifest, userID: userID, isManaged: isManaged, known: known)
        if let index = entries.firstIndex(where: { $0.bundleID == entry.bundleID && $0.isInstalled }) {
            entries[index] = entry
        } else {
            // One that comes back after it was removed comes last, as on a phone.
            entries.removeAll { $0 == known }
            entries.append(entry)
        }
        if let index = apps.firstIndex(where: { $0.bundleID == entry.bundleID }) {
            apps[index] = installed
        } else {
            apps.append(installed)
        }
        try save()
        return installed
    }

    /// Removes an app and its data.
    ///
    /// - Throws: ``KeyfobDeviceProtocol/DeviceFault`` with code `failed` if any of it is left. The app is removed then all
    ///   the same, unless the registry cannot be written.
    mutating func uninstall(_ app: InstalledApp) throws(DeviceFault) {
        apps.removeAll { $0.bundleID == app.bundleID }
        if let index = entries.firstIndex(where: { $0.bundleID == app.bundleID && $0.isInstalled }) {
            entries[index] = AppEntry(removed: entries[index])
        }
        try save()
        try removeFiles(of: app.bundleID)
    }

    private func removeFiles(of bundleID: String) throws(DeviceFault) {
        try TreeRemoval.remove(
            ["\(folders.bundles)/\(bundleID)", "\(folders.homes)/\(bundleID)", folders.defaults(of: bundleID)],
            through: folders.removed)
    }

    /// Lets another switchboard have the user ids; this one launches nothing any more.
    mutating func giveUp() { range = nil }

    private func app(_ manifest: AppManifest, _ userID: UInt32, _ isManaged: Bool) -> InstalledApp {
        InstalledApp(
            manifest: manifest, userID: userID, isManaged: isManaged,
            bundlePath: "\(folders.bundles)/\(manifest.bundleID)", home: "\(folders.homes)/\(manifest.bundleID)")
    }

    private func nextUserID() throws(DeviceFault) -> UInt32 {
        guard let range else { return geteuid() }
        let next = entries.map(\.userID).max().map { $0 &+ 1 } ?? range.first
        guard range.contains(next) else {
            throw DeviceFault(
                .busy, "The device has had \(UserRange.size) apps, and gives no user id twice.",
                remedy: "Set a new device up in another folder.")
        }
        return next
    }

    private func makeHome(_ app: InstalledApp) throws(DeviceFault) {
        for path in [app.home, "\(app.home)/tmp"] {
            if let folder = OpenFolder(path: path), folder.owner == app.userID {
                // The app may have opened it to others.
                guard fchmod(folder.descriptor, 0o700) == 0 else {
                    throw DeviceFault(.failed, "The mode of \(path) cannot be set.")
                }
                continue
            }
            // In its home an app may have put anything in the folder's place, which is removed as what it is.
            if path != app.home { try TreeRemoval.remove([path], through: folders.removed) }
            try DeviceFolders.make(path, mode: 0o700, owner: isolation == .userPerApp ? app.userID : nil)
        }
    }

    private func save() throws(DeviceFault) {
        let list = entries.map(\.json)
        try DeviceFolders.replace(folders.registry, with: JSONValue.array(list).bytes())
    }
}
