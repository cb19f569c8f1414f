#if Server && LinuxTransport
import Foundation
import KeyfobCore

/// Writes the folder of a bundle completely, or not at all.
struct BundleFolder {
    let path: String

    /// Writes the files and a copy of a program into a temporary folder, which is then renamed.
    ///
    /// - Throws: ``AuthError`` with code `configuration` if something of that name exists, or the folder cannot be
    ///   created; `storeUnavailable` if a file cannot be written.
    func write(_ files: [String: Data], program: String, as name: String) throws(AuthError) {
        let target = URL(fileURLWithPath: path).standardizedFileURL.path
        var status = stat()
        guard lstat(target, &status) != 0 else {
            throw .configuration("\(path) is there already.", remedy: "Remove it, or name another folder.")
        }
        var draft = Array("\(target).XXXXXX".utf8CString)
        guard mkdtemp(&draft) != nil else {
            throw .configuration(
                "The folder \(path) cannot be made: \(String(cString: strerror(errno))).",
                remedy: "Name one whose parent folder exists and is writable.")
        }
        let folder = draft.withUnsafeBufferPointer { $0.baseAddress.map { String(cString: $0) } ?? "" }
        do {
            for (file, content) in files { try content.write(to: URL(fileURLWithPath: "\(folder)/\(file)")) }
            try FileManager.default.copyItem(atPath: program, toPath: "\(folder)/\(name)")
        } catch {
            try? FileManager.default.removeItem(atPath: folder)
            throw AuthError(
                .storeUnavailable, origin: .app, message: "The bundle \(path) cannot be written.",
                remedy: "Check the free disk space.", cause: error)
        }
        // The mode of an ordinary new folder, since another user may install it. `rename` replaces an empty folder of
        // that name.
        let mask = umask(0)
        umask(mask)
        guard chmod(folder, 0o777 & ~mask) == 0, rename(folder, target) == 0 else {
            let reason = String(cString: strerror(errno))
            try? FileManager.default.removeItem(atPath: folder)
            throw .configuration("The folder \(path) cannot be made: \(reason).", remedy: "Name another one.")
        }
    }
}
#endif
