import Foundation
import KeyfobCore

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// The file that the browser is started with: it leads on to the window, and nobody else can read where that is.
enum WindowPageFile {
    /// Writes the file and returns its path.
    ///
    /// - Throws: ``AuthError`` with code `userAgentUnavailable` if it cannot be written.
    static func write(
        leadingTo address: Secret<String>, in folder: String, random: any RandomSource
    ) throws(AuthError) -> String {
        let path = "\(folder)/window-\(random.token(byteCount: 9)).html"
        let url = HTMLText.escape(address.reveal())
        let page = """
            <!DOCTYPE html>
            <html lang="en"><head><meta charset="utf-8"><meta name="referrer" content="no-referrer">
            <meta http-equiv="refresh" content="0;url=\(url)"><title>Keyfob Broker</title></head>
            <body data-page="broker-window"><a id="window" href="\(url)">Go on to the broker</a></body></html>

            """
        let descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw unwritable(String(cString: strerror(errno)), nil) }
        do {
            try FileHandle(fileDescriptor: descriptor, closeOnDealloc: true).write(contentsOf: Data(page.utf8))
        } catch {
            unlink(path)
            throw unwritable("the disk may be full", error)
        }
        return path
    }

    private static func unwritable(_ reason: String, _ cause: (any Error)?) -> AuthError {
        AuthError(
            .userAgentUnavailable, origin: .broker,
            message: "The page that leads to the broker's window cannot be written: \(reason).",
            remedy: "Check that the broker's home can be written.", cause: cause)
    }

    /// Removes the file, if it is still there.
    static func remove(_ path: String) { unlink(path) }
}
