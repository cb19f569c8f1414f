import KeyfobBackport
package import KeyfobCore

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// A file that redirects a browser to an address, so that the address is in no command line: every user of the machine
/// can read those. The file's mode is 0600.
package struct LeadingPage: Sendable {
    /// Where the file is.
    package let path: String

    /// The texts of a page in a browser that does not follow its redirect, and the name of its file.
    package struct Words: Sendable {
        let name: String
        let title: String
        let link: String

        /// - Parameter name: the prefix of the file's name, and the page's `data-page`.
        package init(name: String, title: String, link: String) {
            self.name = name
            self.title = title
            self.link = link
        }
    }

    /// The seconds after which a file is another process's that was killed: a browser reads it within a few.
    private static let lifetime = 600

    /// The files of this process.
    private static let existing = Mutex<Set<String>>([])

    /// Removes every file of this process, which is about to end.
    package static func removeAll() {
        for path in existing.withLock({ $0 }) { remove(path) }
    }

    /// Writes the file, and removes such files that a killed process left more than ten minutes ago.
    ///
    /// - Throws: ``AuthError`` with code `userAgentUnavailable` if it cannot be written.
    package init(
        leadingTo address: Secret<String>, _ words: Words, in folder: String, random: any RandomSource
    ) throws(AuthError) {
        path = "\(folder)/\(words.name)-\(random.token(byteCount: 9)).html"
        let url = address.reveal()
        let page: HTML = """
            <!DOCTYPE html>
            <html lang="en"><head><meta charset="utf-8"><meta name="referrer" content="no-referrer">
            <meta http-equiv="refresh" content="0;url=\(exactly: url)"><title>\(words.title)</title></head>
            <body data-page="\(words.name)"><a id="\(words.name)" href="\(exactly: url)">\(words.link)</a></body></html>

            """
        let number = open(path, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600)
        guard number >= 0 else { throw Self.unwritable(folder, String(cString: strerror(errno))) }
        let path = path
        Self.existing.withLock { _ = $0.insert(path) }
        let descriptor = FileDescriptor(number: number)
        let isWritten = descriptor.write(page.text)
        var status = stat()
        let hasTime = fstat(number, &status) == 0
        descriptor.close()
        guard isWritten else {
            Self.remove(path)
            throw Self.unwritable(folder, "the disk may be full")
        }
        if hasTime { Self.sweep(folder, words.name + "-", now: Self.written(status)) }
    }

    /// Removes the file, if it still exists.
    package func remove() { Self.remove(path) }

    /// Removes the file at a path, if it still exists.
    package static func remove(_ path: String) {
        unlink(path)
        existing.withLock { _ = $0.remove(path) }
    }

    private static func sweep(_ folder: String, _ prefix: String, now: Int) {
        guard let listing = opendir(folder) else { return }
        defer { closedir(listing) }
        while let entry = readdir(listing) {
            let name = withUnsafeBytes(of: &entry.pointee.d_name) {
                String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self)
            }
            var status = stat()
            guard name.hasPrefix(prefix), name.hasSuffix(".html"), lstat("\(folder)/\(name)", &status) == 0,
                status.st_uid == geteuid(), written(status) < now - lifetime
            else { continue }
            unlink("\(folder)/\(name)")
        }
    }

    private static func written(_ status: stat) -> Int {
        #if canImport(Darwin)
        status.st_mtimespec.tv_sec
        #else
        status.st_mtim.tv_sec
        #endif
    }

    private static func unwritable(_ folder: String, _ reason: String) -> AuthError {
        AuthError(
            .userAgentUnavailable, origin: .userAgent,
            message: "The page that redirects the browser cannot be written in \(folder): \(reason).",
            remedy: "Check that the folder can be written.")
    }
}
