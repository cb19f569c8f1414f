import Foundation
import KeyfobCore
import KeyfobSQLite
import Testing

#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

@Suite("The messages of the store")
struct StorageMessageTests {
    @Test("a system error is reported with its reason and remedy, as in docs/messages.md")
    func system() throws {
        let root = (0..<3).reduce(URL(fileURLWithPath: #filePath)) { url, _ in url.deletingLastPathComponent() }
        let page = try String(contentsOf: root.appendingPathComponent("docs/messages.md"), encoding: .utf8)
        for (name, number) in [
            ("EROFS", EROFS), ("EACCES", EACCES), ("ENOSPC", ENOSPC), ("ELOOP", ELOOP), ("ENOLCK", ENOLCK),
        ] {
            let error = AuthError.storage("The file x cannot be opened.", number)
            let text = "\(error)".replacing("The file x cannot be opened. ", with: "")
            #expect(page.contains("| `\(name)` | \(text) |"), "\(text)")
        }
    }
}
