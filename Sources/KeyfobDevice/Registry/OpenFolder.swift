import Foundation

/// A folder that is open: what is done in it is done there, whatever is put in the place of its path meanwhile.
final class OpenFolder {
    /// A name as the file system has it. It need not be text, and what is not would be another name as a `String`.
    typealias Name = [CChar]

    let descriptor: Int32

    /// Opens a folder; nil, and `errno`, if there is none, or a link to one.
    ///
    /// - Parameter folder: where `name` stands; nil if it is a path.
    init?(_ name: Name, in folder: OpenFolder? = nil) {
        descriptor = openat(
            folder?.descriptor ?? AT_FDCWD, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
        guard descriptor >= 0 else { return nil }
    }

    convenience init?(path: String) { self.init(Self.name(path)) }

    deinit { if descriptor >= 0 { close(descriptor) } }

    /// A text as a name.
    static func name(_ text: String) -> Name { text.utf8CString.map { $0 } }

    /// A name as a text, as far as it is one.
    static func text(_ name: Name) -> String {
        String(decoding: name.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }

    /// Who owns it; nil if that cannot be told.
    var owner: UInt32? {
        var status = stat()
        return fstat(descriptor, &status) == 0 ? status.st_uid : nil
    }

    /// What stands in it, without itself and the folder above; nil if it cannot be read.
    func names() -> [Name]? {
        // Closed with the list, and read from the beginning.
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
