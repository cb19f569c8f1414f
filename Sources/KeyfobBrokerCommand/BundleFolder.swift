#if Server && LinuxTransport
import Foundation
import KeyfobCore

/// The folder of a bundle that is written: it appears whole, or not at all.
struct BundleFolder {
    let path: String

    /// Writes the files and a copy of a program into a folder beside it, which then gets its name.
    ///
    /// - Throws: ``AuthError`` with code `configuration` if something of that name is there, or the folder cannot be made
    ///   there; `storeUnavailable` if a file cannot be written.
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
                remedy: "Name one whose parent is there, and yours to write in.")
        }
        let folder = draft.withUnsafeBufferPointer { $0.baseAddress.map { String(cString: $0) } ?? "" }
        do {
            for (file, content) in files { try content.write(to: URL(fileURLWithPath: "\(folder)/\(file)")) }
            try FileManager.default.copyItem(atPath: program, toPath: "\(folder)/\(name)")
        } catch {
            try? FileManager.default.removeItem(atPath: folder)
            throw AuthError(
                .storeUnavailable, origin: .app, message: "The bundle \(path) cannot be written.",
                remedy: "Look at the room on the disk.", cause: error)
        }
        // As an ordinary new folder: whoever installs it may be another user. An empty folder of that name would be replaced.
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
