#if os(Linux)
import Foundation
import KeyfobDeviceProtocol

/// The folders of a device, in which apps can read their own bundles and homes and nothing else. They can run each
/// other's programs, and find out by trying which bundle ids exist.
struct DeviceFolders: Sendable, Hashable {
    let root: String

    /// The sockets: `device.sock` for apps, `admin.sock` for the owner.
    var sockets: String { "\(root)/run" }
    /// The installed bundles.
    var bundles: String { "\(root)/apps" }
    /// The apps' data, a folder each.
    var homes: String { "\(root)/homes" }
    /// The switchboard's own data: the registry, the keychain, user defaults.
    var state: String { "\(root)/state" }
    /// The apps' output, a file each.
    var logs: String { "\(root)/logs" }

    var deviceSocket: String { "\(sockets)/device.sock" }
    var adminSocket: String { "\(sockets)/admin.sock" }
    /// The offset of the device's clock from the machine's, which every app reads.
    var clock: String { "\(sockets)/clock-offset" }
    var registry: String { "\(state)/registry.json" }
    var keychain: String { "\(state)/keychain.json" }
    /// Files that are being removed. On the same file system as all the rest, and accessible to the device's owner
    /// alone.
    var removed: String { "\(state)/removed" }
    func defaults(of bundleID: String) -> String { "\(state)/defaults-\(bundleID).json" }
    func log(of bundleID: String) -> String { "\(logs)/\(bundleID).log" }

    /// Creates missing folders, and checks that no other user can change them. An existing folder has to be empty or a
    /// device's, and keeps its mode; everything is checked before anything is created.
    ///
    /// - Parameter isolation: where apps have user ids of their own, they have to be able to reach the folder.
    /// - Throws: ``KeyfobDeviceProtocol/DeviceError`` with code `failed` or `refused`.
    func prepare(_ isolation: AppIsolation) throws(DeviceError) {
        try checkRoot()
        if isolation == .userPerApp { try checkReach() }
        // Apps pass through these to their own folders; they cannot list them.
        for path in missing() { try Self.make(path, mode: 0o711) }
        for (path, mode) in own { try Self.make(path, mode: mode) }
    }

    /// The folders in the device's folder, with their modes. The state is the first: it identifies a device's folder if
    /// its creation was interrupted.
    private var own: [(path: String, mode: mode_t)] {
        [(state, 0o700), (sockets, 0o711), (bundles, 0o711), (homes, 0o711), (logs, 0o700)]
    }

    /// Refuses a folder that another user owns, that others can change, or that contains anything but a device.
    private func checkRoot() throws(DeviceError) {
        var status = stat()
        guard lstat(root, &status) == 0 else {
            guard errno == ENOENT else {
                throw DeviceError(
                    .refused, "The device's folder cannot be \(root): \(String(cString: strerror(errno))).",
                    remedy: "Choose another one with --folder.")
            }
            return
        }
        guard status.st_mode & S_IFMT == S_IFDIR, status.st_uid == geteuid() else {
            throw DeviceError(
                .refused, "\(root) is no folder of user \(geteuid()).",
                remedy: "Choose another one with --folder, or remove what is there.")
        }
        let own = Set(own.map { ($0.path as NSString).lastPathComponent })
        let names = Set((try? FileManager.default.contentsOfDirectory(atPath: root)) ?? ["?"])
        let isDevice =
            FileManager.default.fileExists(atPath: registry) || (names.contains("state") && names.isSubset(of: own))
        guard names.isEmpty || isDevice else {
            throw DeviceError(
                .refused, "\(root) holds other things than a device.",
                remedy: "Name a folder that is empty, or not there yet, with --folder; nothing was changed.")
        }
        guard status.st_mode & 0o022 == 0 else {
            throw DeviceError(
                .refused, "Others can change what is in \(root).",
                remedy: "Run chmod 711 on it, or name a folder that is not there yet with --folder.")
        }
    }

    /// Checks that other users can reach the folder, as far as it exists: apps need their bundles, homes and the
    /// socket.
    ///
    /// - Throws: ``KeyfobDeviceProtocol/DeviceError`` with code `refused` that names the folder without access.
    private func checkReach() throws(DeviceError) {
        for folder in path() {
            var status = stat()
            if stat(folder, &status) != 0, errno == ENOENT { continue }
            guard status.st_mode & S_IFMT == S_IFDIR, status.st_mode & 0o001 != 0 else {
                throw DeviceError(
                    .refused, "Apps cannot pass through \(folder) on the way to the device's folder.",
                    remedy: "Run chmod o+x on it, or choose a folder elsewhere with --folder.")
            }
        }
    }

    /// The device's folder and its parents except the root, from the top.
    private func path() -> [String] {
        var folders: [String] = []
        var folder = URL(fileURLWithPath: root).standardizedFileURL
        while folder.path != "/" {
            folders.append(folder.path)
            folder.deleteLastPathComponent()
        }
        return folders.reversed()
    }

    /// Those of them that do not exist.
    private func missing() -> [String] {
        path().filter { folder in
            var status = stat()
            return stat(folder, &status) != 0 && errno == ENOENT
        }
    }

    /// Creates a folder with a mode, or sets the mode of an existing one that this user owns.
    ///
    /// The folder that is checked is the one that is changed: a link, or a folder that another process puts there, is
    /// not followed.
    ///
    /// - Parameter owner: the user who owns it afterwards; nil for this user.
    static func make(_ path: String, mode: mode_t, owner: UInt32? = nil) throws(DeviceError) {
        if mkdir(path, mode) != 0, errno != EEXIST {
            throw DeviceError(.failed, "The folder \(path) cannot be made: \(String(cString: strerror(errno))).")
        }
        let descriptor = open(path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
        defer { if descriptor >= 0 { close(descriptor) } }
        var status = stat()
        guard descriptor >= 0, fstat(descriptor, &status) == 0, status.st_uid == geteuid() else {
            throw DeviceError(
                .refused, "\(path) is no folder of user \(geteuid()).",
                remedy: "Choose another data folder, or remove what is there.")
        }
        guard fchmod(descriptor, mode) == 0 else { throw DeviceError(.failed, "The mode of \(path) cannot be set.") }
        if let owner, fchown(descriptor, owner, owner) != 0 {
            throw DeviceError(.failed, "\(path) cannot be given to user \(owner).")
        }
    }

    /// Replaces a file atomically; readers see the old content or the new one. Durable when it returns.
    ///
    /// - Parameter isForAll: whether every user may read it; otherwise only the owner may.
    static func replace(_ path: String, with bytes: [UInt8], isForAll: Bool = false) throws(DeviceError) {
        let fault = DeviceError(.failed, "\(path) cannot be written.", remedy: "Is the disk full?")
        let temporary = path + ".new"
        let descriptor = open(temporary, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | O_NOFOLLOW, 0o600)
        guard descriptor >= 0 else { throw fault }
        var written = 0
        while written < bytes.count {
            let count = bytes.withUnsafeBytes {
                write(descriptor, $0.baseAddress.map { $0 + written }, bytes.count - written)
            }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { break }
            written += count
        }
        let isReadable = !isForAll || fchmod(descriptor, 0o644) == 0
        let isWhole = written == bytes.count && isReadable && fsync(descriptor) == 0
        guard close(descriptor) == 0, isWhole, rename(temporary, path) == 0,
            sync((path as NSString).deletingLastPathComponent)
        else { throw fault }
    }

    /// Synchronizes a folder's entries to the disk.
    static func sync(_ path: String) -> Bool { OpenFolder(path: path).map { fsync($0.descriptor) == 0 } ?? false }

    /// Returns a file's content; nil if it does not exist or cannot be read.
    static func content(_ path: String) -> [UInt8]? { FileManager.default.contents(atPath: path).map { Array($0) } }
}
#endif
