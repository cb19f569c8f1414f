#if os(Linux)
import Foundation

/// An open folder: operations apply to this folder, whatever replaces its path in the meantime.
final class OpenFolder {
    /// A name as the file system stores it. It need not be valid text, and would then be another name as a `String`.
    typealias Name = [CChar]

    let descriptor: Int32

    /// Opens a folder; nil, with `errno`, if there is none, or only a link to one.
    ///
    /// - Parameter folder: the folder that contains `name`; nil for a path.
    init?(_ name: Name, in folder: OpenFolder? = nil) {
        descriptor = openat(
            folder?.descriptor ?? AT_FDCWD, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
        guard descriptor >= 0 else { return nil }
    }

    convenience init?(path: String) { self.init(Self.name(path)) }

    deinit { if descriptor >= 0 { close(descriptor) } }

    /// Converts a text to a name.
    static func name(_ text: String) -> Name { text.utf8CString.map { $0 } }

    /// Converts a name to a text, as far as possible.
    static func text(_ name: Name) -> String {
        String(decoding: name.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }

    /// The user id of its owner; nil if it cannot be read.
    var owner: UInt32? {
        var status = stat()
        return fstat(descriptor, &status) == 0 ? status.st_uid : nil
    }

    /// Returns the names in it, without `.` and `..`; nil if it cannot be read.
    func names() -> [Name]? {
        // The copy is closed with the list, and read from the beginning.
        let copy = fcntl(descriptor, F_DUPFD_CLOEXEC, 0)
        guard copy >= 0, let list = fdopendir(copy) else {
            if copy >= 0 { close(copy) }
            return nil
        }
        defer { closedir(list) }
        rewinddir(list)
        var names: [Name] = []
        while true {
            errno = 0
            guard let entry = readdir(list) else { return errno == 0 ? names : nil }
            let name = withUnsafePointer(to: &entry.pointee.d_name) { tuple in
                tuple.withMemoryRebound(to: CChar.self, capacity: MemoryLayout.size(ofValue: tuple.pointee)) { text in
                    Array(UnsafeBufferPointer(start: text, count: strlen(text) + 1))
                }
            }
            if name != Self.name("."), name != Self.name("..") { names.append(name) }
        }
    }
}
#endif
