import Foundation
import KeyfobCore
import KeyfobDeviceProtocol

/// Copies a bundle to where apps cannot change it.
enum BundleInstaller {
    /// The property lists of a bundle, which are all that decides about it.
    static func manifest(of folder: String) throws(DeviceFault) -> AppManifest {
        guard let info = DeviceFolders.content("\(folder)/Info.plist") else {
            throw DeviceFault(
                .notFound, "\(folder) has no Info.plist.",
                remedy: "Pass a folder with Info.plist, entitlements.plist, signature.plist and the program.")
        }
        do throws(AuthError) {
            return try AppManifest(
                infoPlist: info, entitlements: DeviceFolders.content("\(folder)/entitlements.plist"),
                signature: DeviceFolders.content("\(folder)/signature.plist"))
        } catch {
            throw DeviceFault(.refused, error.message, remedy: error.remedy)
        }
    }

    /// Copies the files of a bundle. What is neither a file nor a folder is refused: a link would lead out of it.
    ///
    /// - Parameters:
    ///   - source: the bundle.
    ///   - destination: a folder that is not there yet.
    ///   - executable: the file that may be run.
    static func copy(_ source: String, to destination: String, executable: String) throws(DeviceFault) {
        try DeviceFolders.make(destination, mode: 0o755)
        guard let names = try? FileManager.default.contentsOfDirectory(atPath: source) else {
            throw DeviceFault(.failed, "The folder \(source) cannot be read.")
        }
        for name in names {
            let (from, to) = ("\(source)/\(name)", "\(destination)/\(name)")
            var status = stat()
            guard lstat(from, &status) == 0 else { throw DeviceFault(.failed, "\(from) cannot be read.") }
            switch status.st_mode & S_IFMT {
            case S_IFDIR: try copy(from, to: to, executable: "")
            case S_IFREG:
                try copyFile(from, to: to, status, mode: name == executable ? 0o755 : 0o644)
            default:
                throw DeviceFault(
                    .refused, "\(from) is neither a file nor a folder.",
                    remedy: "Put a copy of the file into the bundle, not a link to it.")
            }
        }
        guard executable.isEmpty || names.contains(executable) else {
            throw DeviceFault(.notFound, "The bundle has no file \(executable), which Info.plist names as its program.")
        }
    }

    /// A file that only the device's owner can change is linked, since programs are large; any other is copied.
    private static func copyFile(_ from: String, to: String, _ status: stat, mode: mode_t) throws(DeviceFault) {
        let isOwn = status.st_uid == geteuid() && status.st_mode & 0o7777 == mode
        if isOwn, link(from, to) == 0 { return }
        do {
            try FileManager.default.copyItem(atPath: from, toPath: to)
        } catch {
            throw DeviceFault(.failed, "\(from) cannot be copied to \(to).", remedy: "Is the disk full?")
        }
        guard chown(to, geteuid(), getegid()) == 0, chmod(to, mode) == 0 else {
            throw DeviceFault(.failed, "The mode of \(to) cannot be set.")
        }
    }
}
