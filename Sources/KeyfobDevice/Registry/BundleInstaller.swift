#if os(Linux)
import Foundation
import KeyfobCore
import KeyfobDeviceProtocol

/// Copies a bundle to a folder that apps cannot change.
///
/// The bundle's owner may change it during the copy, which root makes: each file is opened once, no link is followed,
/// and exactly the opened file is checked and copied.
enum BundleInstaller {
    /// The maximum size of a property list, in bytes.
    private static let listLimit = 1 << 20
    /// The maximum depth of a bundle, in folders.
    private static let depthLimit = 32

    /// Reads the property lists of a bundle, which are all that determines its installation.
    static func manifest(of path: String) throws(DeviceError) -> AppManifest {
        guard let folder = OpenFolder(path: path), let info = try list("Info.plist", in: folder, path) else {
            throw DeviceError(
                .notFound, "\(path) has no Info.plist.",
                remedy: "Pass a folder with Info.plist, entitlements.plist, signature.plist and the program.")
        }
        let entitlements = try list("entitlements.plist", in: folder, path)
        let signature = try list("signature.plist", in: folder, path)
        do throws(AuthError) {
            return try AppManifest(infoPlist: info, entitlements: entitlements, signature: signature)
        } catch {
            throw DeviceError(.refused, error.message, remedy: error.remedy)
        }
    }

    /// Returns a file's content; nil if there is none of that name.
    private static func list(_ name: String, in folder: OpenFolder, _ path: String) throws(DeviceError) -> [UInt8]? {
        var status = stat()
        let name = OpenFolder.name(name)
        guard fstatat(folder.descriptor, name, &status, AT_SYMLINK_NOFOLLOW) == 0 || errno != ENOENT else { return nil }
        let file = try open(name, in: folder, path, &status)
        guard let data = try? file.read(upToCount: listLimit + 1) else { return [] }
        guard data.count <= listLimit else {
            throw DeviceError(.refused, "\(inner(path, name)) is larger than \(listLimit) bytes.")
        }
        return Array(data)
    }

    /// Copies the files of a bundle. Anything but files and folders is refused: a link would lead out of it.
    ///
    /// - Parameters:
    ///   - source: the bundle, not a link to it.
    ///   - destination: a folder that does not exist yet.
    ///   - executable: the program, which every app may run, with its own rights. Only the app itself can read other
    ///     files.
    ///   - group: the app's own group.
    static func copy(
        _ source: String, to destination: String, executable: String, group: gid_t
    ) throws(DeviceError) {
        guard let from = OpenFolder(path: source) else {
            throw DeviceError(
                .failed, "The folder \(source) cannot be read: \(String(cString: strerror(errno))).",
                remedy: "Name the folder itself, not a link to it.")
        }
        try DeviceFolders.make(destination, mode: 0o700)
        guard let to = OpenFolder(path: destination) else { throw unwritten(destination) }
        let program = OpenFolder.name(executable)
        guard try copy(from, source, to: to, executable: program, group: group, depth: 0).contains(program) else {
            throw DeviceError(.notFound, "The bundle has no file \(executable), which Info.plist names as its program.")
        }
        guard give(to.descriptor, 0o751, group) else { throw unwritten(destination) }
    }

    /// - Returns: the names of the copied files.
    private static func copy(
        _ from: OpenFolder, _ path: String, to: OpenFolder, executable: OpenFolder.Name?, group: gid_t, depth: Int
    ) throws(DeviceError) -> [OpenFolder.Name] {
        guard depth < depthLimit else {
            throw DeviceError(.refused, "\(path) is deeper in the bundle than \(depthLimit) folders.")
        }
        guard let names = from.names() else { throw DeviceError(.failed, "The folder \(path) cannot be read.") }
        for name in names {
            var status = stat()
            if fstatat(from.descriptor, name, &status, AT_SYMLINK_NOFOLLOW) == 0, status.st_mode & S_IFMT == S_IFDIR {
                guard let source = OpenFolder(name, in: from), mkdirat(to.descriptor, name, 0o700) == 0,
                    let target = OpenFolder(name, in: to)
                else { throw unwritten(inner(path, name)) }
                _ = try copy(
                    source, inner(path, name), to: target, executable: nil, group: group, depth: depth + 1)
                guard give(target.descriptor, 0o750, group) else { throw unwritten(inner(path, name)) }
            } else {
                try copyFile(name, from, path, to: to, group: group, mode: name == executable ? 0o755 : 0o640)
            }
        }
        return names
    }

    /// Links a program that only the device's owner can change, since programs are large; copies all other files.
    private static func copyFile(
        _ name: OpenFolder.Name, _ from: OpenFolder, _ path: String, to: OpenFolder, group: gid_t, mode: mode_t
    ) throws(DeviceError) {
        var status = stat()
        let file = try open(name, in: from, path, &status)
        if mode == 0o755 { try checkProgram(file, inner(path, name)) }
        if status.st_uid == geteuid(), mode == 0o755, status.st_mode & 0o7777 == mode,
            linkat(from.descriptor, name, to.descriptor, name, 0) == 0
        {
            var linked = stat()
            // By now the name may refer to another file than the one that was opened.
            if fstatat(to.descriptor, name, &linked, AT_SYMLINK_NOFOLLOW) == 0, linked.st_ino == status.st_ino,
                linked.st_dev == status.st_dev
            {
                return
            }
            unlinkat(to.descriptor, name, 0)
        }
        let descriptor = openat(to.descriptor, name, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw unwritten(inner(path, name)) }
        let copy = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
        do {
            while let data = try file.read(upToCount: 1 << 20), !data.isEmpty { try copy.write(contentsOf: data) }
        } catch {
            throw unwritten(inner(path, name))
        }
        guard give(descriptor, mode, group) else { throw unwritten(inner(path, name)) }
    }

    /// Refuses a program for Apple's systems by its first bytes (Mach-O, for one architecture or several), which would
    /// end without a message when it is launched.
    private static func checkProgram(_ file: FileHandle, _ path: String) throws(DeviceError) {
        let start: Data
        do {
            start = try file.read(upToCount: 4) ?? Data()
            try file.seek(toOffset: 0)
        } catch {
            throw DeviceError(.failed, "\(path) cannot be read.")
        }
        let marks: [[UInt8]] = [[0xCF, 0xFA, 0xED, 0xFE], [0xCE, 0xFA, 0xED, 0xFE], [0xCA, 0xFE, 0xBA, 0xBE]]
        guard !marks.contains(Array(start)) else {
            throw DeviceError(
                .refused, "\(path) is a program for Apple's systems, which does not run on this machine.",
                remedy: "Put a build of it for this machine in its place, or a script.")
        }
    }

    /// Opens a file for reading; anything else is refused, and a pipe is not waited for.
    ///
    /// - Parameter status: set to the status of the opened file.
    private static func open(
        _ name: OpenFolder.Name, in folder: OpenFolder, _ path: String, _ status: inout stat
    ) throws(DeviceError) -> FileHandle {
        let descriptor = openat(folder.descriptor, name, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
        // Sockets and links cannot be opened.
        guard descriptor >= 0 || errno == ELOOP || errno == ENXIO else {
            throw DeviceError(.failed, "\(inner(path, name)) cannot be read: \(String(cString: strerror(errno))).")
        }
        guard descriptor >= 0, fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
            if descriptor >= 0 { close(descriptor) }
            throw DeviceError(
                .refused, "\(inner(path, name)) is neither a file nor a folder.",
                remedy: "Put a copy of the file into the bundle, not a link to it.")
        }
        return FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
    }

    private static func give(_ descriptor: Int32, _ mode: mode_t, _ group: gid_t) -> Bool {
        fchown(descriptor, geteuid(), group) == 0 && fchmod(descriptor, mode) == 0
    }

    private static func inner(_ path: String, _ name: OpenFolder.Name) -> String { "\(path)/\(OpenFolder.text(name))" }

    private static func unwritten(_ path: String) -> DeviceError {
        DeviceError(
            .failed, "\(path) cannot be copied to the device: \(String(cString: strerror(errno))).",
            remedy: "Is the disk full?")
    }
}
#endif
