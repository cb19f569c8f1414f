import Foundation
import KeyfobDeviceProtocol

/// Removes what apps have made, by root, without being led elsewhere.
///
/// An app's folders may be deeper than a path can be long, and another app that was handed one of them may exchange what
/// is in it for links while it is removed. So each folder is moved to a place that nobody else reaches and taken from its
/// owner before anybody looks into it, and only then emptied, with its own folders moved there in turn.
struct TreeRemoval {
    private let place: OpenFolder
    private let path: String
    /// The last number that something was moved to.
    private var last: UInt64

    /// - Parameter path: the place, on the file system of what is removed. It is made if it is not there.
    private init(_ path: String) throws(DeviceFault) {
        try DeviceFolders.make(path, mode: 0o700)
        guard let place = OpenFolder(path: path), let names = place.names() else { throw Self.fault(path) }
        self.path = path
        self.place = place
        last = names.compactMap { UInt64(OpenFolder.text($0)) }.max() ?? 0
    }

    /// Removes files, and folders with all that is in them. What is not there counts as removed.
    ///
    /// - Parameters:
    ///   - paths: what is removed; nobody but the device's owner can change the folders that these stand in.
    ///   - place: where it is moved first. All of it has left its path, unless this names a path that has not.
    /// - Throws: ``KeyfobDeviceProtocol/DeviceFault`` with code `failed` if anything is left, after it tried everything.
    static func remove(_ paths: [String], through place: String) throws(DeviceFault) {
        var status = stat()
        let present = paths.filter { lstat($0, &status) == 0 || errno != ENOENT }
        guard !present.isEmpty else { return }
        var removal = try TreeRemoval(place)
        var failed: DeviceFault?
        for path in present {
            let moved = removal.next()
            guard renameat(AT_FDCWD, path, removal.place.descriptor, moved) == 0 else {
                failed = fault(path)
                continue
            }
            do throws(DeviceFault) {
                try removal.drop(moved)
            } catch {
                failed = error
            }
        }
        if let failed { throw failed }
    }

    /// Removes what an ended device, or one that failed, has left in the place.
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

    /// Removes what stands in the place under a name.
    private mutating func drop(_ name: OpenFolder.Name) throws(DeviceFault) {
        var waiting = [name]
        while let name = waiting.popLast() {
            if unlinkat(place.descriptor, name, 0) == 0 || errno == ENOENT { continue }
            guard errno == EISDIR else { throw fault(name) }
            try empty(name, into: &waiting)
        }
    }

    /// Removes a folder of the place; its own folders are moved into the place, and wait there.
    private mutating func empty(_ name: OpenFolder.Name, into waiting: inout [OpenFolder.Name]) throws(DeviceFault) {
        // Nobody else changes what stands in the place, so these follow no link. From here on nobody else changes what
        // stands in the folder, either, whoever holds it open.
        _ = fchownat(place.descriptor, name, geteuid(), getegid(), AT_SYMLINK_NOFOLLOW)
        guard fchmodat(place.descriptor, name, 0o700, 0) == 0, let folder = OpenFolder(name, in: place) else {
            throw fault(name)
        }
        // Once more, if somebody was in the middle of a change.
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

    private func fault(_ name: OpenFolder.Name) -> DeviceFault { Self.fault("\(path)/\(OpenFolder.text(name))") }

    private static func fault(_ path: String) -> DeviceFault {
        DeviceFault(
            .failed, "\(path) cannot be removed: \(String(cString: strerror(errno))).",
            remedy: "Remove it by hand; what stands in its way is not of this device's making.")
    }
}
