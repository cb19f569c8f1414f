#if os(Linux)
import Foundation
import KeyfobCore
import KeyfobDeviceProtocol

/// The installed apps, in the order in which they were installed, in memory and on disk.
struct AppRegistry: Sendable {
    private let folders: DeviceFolders
    private let files: AppFiles
    /// The user ids of this device's apps; nil if all apps have the switchboard's.
    private var range: UserRange?
    /// Includes uninstalled apps: a user id is never used again for another app, which might then read the files.
    private var entries: [AppEntry] = []
    private(set) var apps: [InstalledApp] = []
    /// The errors of installed apps' bundles, by bundle id: such an app is unavailable, but the others are not.
    private var damages: [String: DeviceError] = [:]

    /// Reads the registry.
    ///
    /// - Parameter end: ends every process of a user, and returns whether none is left.
    /// - Throws: ``KeyfobDeviceProtocol/DeviceError`` with code `failed` if the registry is damaged.
    init(
        folders: DeviceFolders, firstUserID: UInt32, isolation: AppIsolation, end: (UInt32) -> Bool
    ) throws(DeviceError) {
        self.folders = folders
        files = AppFiles(folders: folders, isolation: isolation)
        try read()
        guard isolation == .userPerApp else { return }
        let range = try UserRange.take(from: firstUserID, known: entries.map(\.userID).min(), end: end)
        for userID in Set(entries.filter(\.isInstalled).map(\.userID)) { try range.record(userID) }
        self.range = range
    }

    private mutating func read() throws(DeviceError) {
        TreeRemoval.finish(folders.removed)
        guard FileManager.default.fileExists(atPath: folders.registry) else { return }
        guard let bytes = DeviceFolders.content(folders.registry),
            let list = (try? JSONValue(parsing: bytes))?.arrayValue
        else {
            throw DeviceError(
                .failed, "\(folders.registry) is damaged.",
                remedy: "Remove the data folder, and install the apps again.")
        }
        for value in list {
            let entry = try AppEntry(json: value, of: folders.registry)
            entries.append(entry.isInstalled ? take(entry) : entry)
        }
        let present = Set(entries.filter(\.isInstalled).map(\.bundleID))
        for entry in entries where !present.contains(entry.bundleID) {
            // The device may have ended during their removal. No other app gets the files: installing removes them or
            // fails.
            try? files.remove(entry.bundleID)
        }
    }

    /// Reads an installed app from its bundle.
    ///
    /// - Returns: the entry, with the members that an earlier version has not recorded.
    private mutating func take(_ entry: AppEntry) -> AppEntry {
        files.repair(entry.bundleID)
        do throws(DeviceError) {
            let manifest = try BundleInstaller.manifest(of: files.bundle(of: entry.bundleID))
            guard manifest.bundleID == entry.bundleID, entry.signer == nil || manifest.signer == entry.signer else {
                throw DeviceError(.failed, "It is not the one that was installed.")
            }
            try check(manifest)
            apps.append(app(manifest, entry.userID, entry.isManaged))
            return AppEntry(manifest, userID: entry.userID, isManaged: entry.isManaged, known: entry)
        } catch {
            damages[entry.bundleID] = DeviceError(
                .failed, "The installed bundle of \(entry.bundleID) cannot be used. \(error.message)",
                remedy: "Install it again, by the same team: its data is still there. Or uninstall it.")
            return entry
        }
    }

    subscript(bundleID: String) -> InstalledApp? { apps.first { $0.bundleID == bundleID } }

    /// Returns why there is no app with a bundle id.
    func absence(of bundleID: String) -> DeviceError {
        damages[bundleID]
            ?? DeviceError(
                .notFound, "\(bundleID) is not installed.", remedy: "Install its bundle with `keyfob-device install`.")
    }

    /// Returns the app whose processes have a user id.
    func app(userID: UInt32) -> InstalledApp? { apps.first { $0.userID == userID } }

    /// Refuses a bundle that would get access to another team's data: an update that another team or no team has
    /// signed, as iOS does, and an app group that another team's app has, or had.
    func check(_ manifest: AppManifest) throws(DeviceError) {
        if let present = entries.first(where: { $0.isInstalled && $0.bundleID == manifest.bundleID }),
            present.signer != manifest.signer
        {
            let (old, new) = (Self.name(present.signer), Self.name(manifest.signer))
            throw DeviceError(
                .refused,
                "\(manifest.bundleID) is installed and signed by \(old); a bundle signed by \(new) cannot replace it.",
                remedy: "Remove the installed app first, with its data: keyfob-device uninstall \(manifest.bundleID).")
        }
        for entry in entries where entry.signer != manifest.signer {
            guard let group = entry.appGroups.intersection(manifest.appGroups).min() else { continue }
            // Apple assigns a group's name to one team forever. Here the first one keeps it, since items outlive their
            // app.
            throw DeviceError(
                .refused, "The app group \(group) is that of another team's app, \(entry.bundleID).",
                remedy: "Name another one in com.apple.security.application-groups.")
        }
    }

    private static func name(_ signer: String?) -> String {
        switch signer {
        case nil: "an unknown team"
        case "": "no team"
        case let team?: team
        }
    }

    /// Installs a bundle, or replaces an older one of the same bundle id, whose data and position stay.
    ///
    /// - Parameter manifest: the manifest that the caller has read from the bundle and checked.
    /// - Throws: ``KeyfobDeviceProtocol/DeviceError``; the previous installation is unchanged then.
    mutating func install(
        _ source: String, _ manifest: AppManifest, isManaged: Bool
    ) throws(DeviceError) -> InstalledApp {
        try check(manifest)
        // An app that is installed again under another team is another app.
        let known = entries.first {
            $0.bundleID == manifest.bundleID && ($0.isInstalled || $0.signer == manifest.signer)
        }
        let isNew = known?.isInstalled != true
        let userID: UInt32 = if let known { known.userID } else { try nextUserID() }
        let installed = app(manifest, userID, isManaged)
        let entry = AppEntry(manifest, userID: userID, isManaged: isManaged, known: known)
        var changed = entries
        if let index = changed.firstIndex(where: { $0 == known }), !isNew {
            changed[index] = entry
        } else {
            // An app that is installed again after its removal comes last, as on a phone.
            changed.removeAll { $0 == known }
            changed.append(entry)
        }
        // A new app starts without data, whatever an earlier one of its id has left.
        if isNew { try files.remove(manifest.bundleID) }
        let list = changed
        try files.install(installed, from: source, isNew: isNew) { () throws(DeviceError) in try save(list) }
        let present = apps
        entries = list
        apps = list.filter(\.isInstalled).compactMap { entry in
            entry.bundleID == installed.bundleID ? installed : present.first { $0.bundleID == entry.bundleID }
        }
        damages[installed.bundleID] = nil
        return installed
    }

    /// Removes an app and its data.
    ///
    /// - Throws: ``KeyfobDeviceProtocol/DeviceError`` with code `notFound` if there is none; `failed` if the registry
    ///   cannot be written, so that nothing has changed, or if the app was removed and some of its files are left.
    mutating func uninstall(_ bundleID: String) throws(DeviceError) {
        guard let index = entries.firstIndex(where: { $0.isInstalled && $0.bundleID == bundleID }) else {
            throw absence(of: bundleID)
        }
        var changed = entries
        changed[index] = AppEntry(removed: changed[index])
        try save(changed)
        entries = changed
        apps.removeAll { $0.bundleID == bundleID }
        damages[bundleID] = nil
        try files.remove(bundleID)
    }

    /// Releases the user ids for another switchboard; this one launches no more apps.
    mutating func giveUp() { range = nil }

    private func app(_ manifest: AppManifest, _ userID: UInt32, _ isManaged: Bool) -> InstalledApp {
        InstalledApp(
            manifest: manifest, userID: userID, isManaged: isManaged, bundlePath: files.bundle(of: manifest.bundleID),
            home: files.home(of: manifest.bundleID))
    }

    private func nextUserID() throws(DeviceError) -> UInt32 {
        guard let range else { return geteuid() }
        let next = entries.map(\.userID).max().map { $0 &+ 1 } ?? range.first
        guard range.contains(next) else {
            throw DeviceError(
                .busy, "The device has had \(UserRange.size) apps, and gives no user id twice.",
                remedy: "Set a new device up in another folder.")
        }
        try range.record(next)
        return next
    }

    private func save(_ entries: [AppEntry]) throws(DeviceError) {
        try DeviceFolders.replace(folders.registry, with: JSONValue.array(entries.map(\.json)).bytes())
    }
}
#endif
