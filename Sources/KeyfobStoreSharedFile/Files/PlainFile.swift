import Foundation
import KeyfobCore

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// System calls on files that other programs use, too.
enum PlainFile {
    /// The maximum number of bytes that are read.
    static let limit = 256 << 20

    /// Opens a file, closed on exec, without following a link.
    ///
    /// - Returns: the descriptor, or nil with `errno` set.
    static func open(_ path: String, _ flags: Int32, mode: mode_t = 0) -> Int32? {
        while true {
            #if canImport(Glibc)
            let descriptor = Glibc.open(path, flags | O_CLOEXEC | O_NOFOLLOW, mode)
            #elseif canImport(Musl)
            let descriptor = Musl.open(path, flags | O_CLOEXEC | O_NOFOLLOW, mode)
            #else
            let descriptor = Darwin.open(path, flags | O_CLOEXEC | O_NOFOLLOW, mode)
            #endif
            if descriptor >= 0 { return descriptor }
            guard errno == EINTR else { return nil }
        }
    }

    /// Reads the whole file; returns nil with `errno` set if that fails.
    static func readAll(_ descriptor: Int32, limit: Int = limit) -> [UInt8]? {
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 1 << 16)
        while bytes.count < limit {
            let count = pread(descriptor, &buffer, min(buffer.count, limit - bytes.count), off_t(bytes.count))
            if count < 0, errno == EINTR { continue }
            guard count >= 0 else { return nil }
            if count == 0 { break }
            bytes.append(contentsOf: buffer[..<count])
        }
        return bytes
    }

    /// Writes all bytes; returns false with `errno` set if that fails.
    static func writeAll(_ bytes: [UInt8], to descriptor: Int32) -> Bool {
        bytes.withUnsafeBytes { bytes in
            var rest = bytes[...]
            while !rest.isEmpty {
                let count = write(descriptor, UnsafeRawBufferPointer(rebasing: rest).baseAddress, rest.count)
                if count < 0, errno == EINTR { continue }
                guard count > 0 else { return false }
                rest = rest.dropFirst(count)
            }
            return true
        }
    }

    /// Whether a path names the file that a descriptor has open.
    static func isSame(_ path: String, _ descriptor: Int32) -> Bool {
        var open = stat()
        var found = stat()
        return fstat(descriptor, &open) == 0 && lstat(path, &found) == 0 && open.st_dev == found.st_dev
            && open.st_ino == found.st_ino
    }

    /// Makes the directory of a path with mode 0700, and its missing parents.
    static func makeDirectory(of path: String) throws(AuthError) {
        let directory = (path as NSString).deletingLastPathComponent
        do {
            try FileManager.default.createDirectory(
                atPath: directory, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        } catch {
            throw .sharedCache("The directory \(directory) cannot be made.", errno)
        }
    }
}

extension stat {
    /// The time of the last change of the content.
    var modified: timespec {
        #if canImport(Darwin)
        st_mtimespec
        #else
        st_mtim
        #endif
    }

    /// The time of the last change of content or attributes; no program can set it.
    var changed: timespec {
        #if canImport(Darwin)
        st_ctimespec
        #else
        st_ctim
        #endif
    }
}
