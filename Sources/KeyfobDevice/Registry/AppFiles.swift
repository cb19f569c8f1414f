#if os(Linux)
import Foundation
import KeyfobDeviceProtocol

/// The files of the device's apps: a bundle, a home and user defaults each.
///
/// A device can end at any time. Whatever step it ends at, its next start finds a complete bundle for each installed
/// app, the old one or the new one.
struct AppFiles: Sendable {
    let folders: DeviceFolders
    let isolation: AppIsolation

    func bundle(of bundleID: String) -> String { "\(folders.bundles)/\(bundleID)" }
    func home(of bundleID: String) -> String { "\(folders.homes)/\(bundleID)" }
    // No bundle id begins with a dot.
    private func fresh(of bundleID: String) -> String { "\(folders.bundles)/.new-\(bundleID)" }
    private func aside(of bundleID: String) -> String { "\(folders.bundles)/.old-\(bundleID)" }

    /// Removes all files of an app.
    ///
    /// - Throws: ``KeyfobDeviceProtocol/DeviceError`` with code `failed` if something is left.
    func remove(_ bundleID: String) throws(DeviceError) {
        try TreeRemoval.remove(
            [
                bundle(of: bundleID), fresh(of: bundleID), aside(of: bundleID), home(of: bundleID),
                folders.defaults(of: bundleID),
            ], through: folders.removed)
    }

    /// Replaces an app's present bundle, if there is one, and creates the app's home.
    ///
    /// - Parameters:
    ///   - app: the app as the bundle describes it.
    ///   - source: the bundle.
    ///   - isNew: whether the app has no data on this device yet.
    ///   - commit: records that the app is installed; if it throws, everything is restored.
    /// - Throws: ``KeyfobDeviceProtocol/DeviceError``; nothing has changed then.
    func install(
        _ app: InstalledApp, from source: String, isNew: Bool, _ commit: () throws(DeviceError) -> Void
    ) throws(DeviceError) {
        let (fresh, aside) = (fresh(of: app.bundleID), aside(of: app.bundleID))
        try TreeRemoval.remove([fresh, aside], through: folders.removed)
        do throws(DeviceError) {
            try BundleInstaller.copy(
                source, to: fresh, executable: app.manifest.executable,
                group: isolation == .userPerApp ? app.userID : getegid())
            // The manifest was read where the bundle's owner can change it.
            guard try BundleInstaller.manifest(of: fresh) == app.manifest else {
                throw DeviceError(
                    .refused, "\(source) was changed while it was copied.",
                    remedy: "Install it again when it is no longer being changed.")
            }
        } catch {
            try? TreeRemoval.remove([fresh], through: folders.removed)
            throw error
        }
        let isUpdate = rename(app.bundlePath, aside) == 0
        do throws(DeviceError) {
            guard rename(fresh, app.bundlePath) == 0, DeviceFolders.sync(folders.bundles) else {
                throw DeviceError(.failed, "\(app.bundlePath) cannot be made: \(String(cString: strerror(errno))).")
            }
            try makeHome(app)
            try commit()
        } catch {
            rename(app.bundlePath, fresh)
            if isUpdate { rename(aside, app.bundlePath) }
            try? TreeRemoval.remove([fresh] + (isNew ? [app.home] : []), through: folders.removed)
            throw error
        }
        try? TreeRemoval.remove([aside], through: folders.removed)
    }

    /// Completes or undoes an installation that was interrupted.
    func repair(_ bundleID: String) {
        let (bundle, fresh, aside) = (bundle(of: bundleID), fresh(of: bundleID), aside(of: bundleID))
        var status = stat()
        // The present bundle is only moved when the new one is complete.
        if lstat(bundle, &status) != 0, errno == ENOENT, rename(fresh, bundle) != 0 { rename(aside, bundle) }
        try? TreeRemoval.remove([fresh, aside], through: folders.removed)
    }

    private func makeHome(_ app: InstalledApp) throws(DeviceError) {
        for path in [app.home, "\(app.home)/tmp"] {
            if let folder = OpenFolder(path: path), folder.owner == app.userID {
                // The app may have changed its mode.
                guard fchmod(folder.descriptor, 0o700) == 0 else {
                    throw DeviceError(.failed, "The mode of \(path) cannot be set.")
                }
                continue
            }
            // In its home an app may have replaced the folder by anything else, which is removed.
            if path != app.home { try TreeRemoval.remove([path], through: folders.removed) }
            try DeviceFolders.make(path, mode: 0o700, owner: isolation == .userPerApp ? app.userID : nil)
        }
    }
}
#endif
