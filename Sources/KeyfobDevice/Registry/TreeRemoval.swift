#if os(Linux)
import Foundation
import KeyfobDeviceProtocol

/// Removes files that apps have created, as root, without following links.
///
/// An app's folders may be deeper than a path can be long, and another app with access to one of them may replace its
/// entries by links during the removal. So each folder is moved to a place that no other user can reach, and taken from
/// its owner, before it is read and emptied, with its own folders moved there in turn.
struct TreeRemoval {
    private let place: OpenFolder
    private let path: String
    /// The last number that an entry was moved to.
    private var last: UInt64

    /// - Parameter path: the place, on the file system of the removed files. It is created if it does not exist.
    private init(_ path: String) throws(DeviceError) {
        try DeviceFolders.make(path, mode: 0o700)
        guard let place = OpenFolder(path: path), let names = place.names() else { throw Self.fault(path) }
        self.path = path
        self.place = place
        last = names.compactMap { UInt64(OpenFolder.text($0)) }.max() ?? 0
    }

    /// Removes files, and folders with all their contents. A missing one counts as removed.
    ///
    /// - Parameters:
    ///   - paths: the files and folders; only the device's owner can change the folders that contain these.
    ///   - place: where they are moved first. All of them have left their paths, unless the error names one that has
    ///     not.
    /// - Throws: ``KeyfobDeviceProtocol/DeviceError`` with code `failed` if anything is left, after trying everything.
    static func remove(_ paths: [String], through place: String) throws(DeviceError) {
        var status = stat()
        let present = paths.filter { lstat($0, &status) == 0 || errno != ENOENT }
        guard !present.isEmpty else { return }
        var removal = try TreeRemoval(place)
        var failed: DeviceError?
        for path in present {
            let moved = removal.next()
            guard renameat(AT_FDCWD, path, removal.place.descriptor, moved) == 0 else {
                failed = fault(path)
                continue
            }
            do throws(DeviceError) {
                try removal.drop(moved)
            } catch {
                failed = error
            }
        }
        if let failed { throw failed }
    }

    /// Removes the files that an interrupted or failed removal has left in the place.
    static func finish(_ place: String) {
        guard let folder = OpenFolder(path: place), let names = folder.names(), !names.isEmpty,
            var removal = try? TreeRemoval(place)
        else { return }
        for name in names { try? removal.drop(name) }
    }

    private mutating func next() -> OpenFolder.Name {
        last &+= 1
        return OpenFolder.name("\(last)")
    }

    /// Removes an entry of the place.
    private mutating func drop(_ name: OpenFolder.Name) throws(DeviceError) {
        var waiting = [name]
        while let name = waiting.popLast() {
            if unlinkat(place.descriptor, name, 0) == 0 || errno == ENOENT { continue }
            guard errno == EISDIR else { throw fault(name) }
            try empty(name, into: &waiting)
        }
    }

    /// Removes a folder of the place; its own folders are moved into the place, and wait there.
    private mutating func empty(_ name: OpenFolder.Name, into waiting: inout [OpenFolder.Name]) throws(DeviceError) {
        // No other user can change the place's entries, so these calls follow no link. From here on no other user can
        // change the folder's entries either, even through an open descriptor.
        _ = fchownat(place.descriptor, name, geteuid(), getegid(), AT_SYMLINK_NOFOLLOW)
        guard fchmodat(place.descriptor, name, 0o700, 0) == 0, let folder = OpenFolder(name, in: place) else {
            throw fault(name)
        }
        // Repeated, in case another process was in the middle of a change.
        for _ in 0..<3 {
            guard let names = folder.names() else { throw fault(name) }
            for child in names {
                if unlinkat(folder.descriptor, child, 0) == 0 || errno == ENOENT { continue }
                guard errno == EISDIR else { throw fault(name) }
                if unlinkat(folder.descriptor, child, AT_REMOVEDIR) == 0 { continue }
                let moved = next()
                guard renameat(folder.descriptor, child, place.descriptor, moved) == 0 else { throw fault(name) }
                waiting.append(moved)
            }
            if unlinkat(place.descriptor, name, AT_REMOVEDIR) == 0 { return }
        }
        throw fault(name)
    }

    private func fault(_ name: OpenFolder.Name) -> DeviceError { Self.fault("\(path)/\(OpenFolder.text(name))") }

    private static func fault(_ path: String) -> DeviceError {
        DeviceError(
            .failed, "\(path) cannot be removed: \(String(cString: strerror(errno))).",
            remedy: "Remove it by hand; the obstacle is not this device's.")
    }
}
#endif
