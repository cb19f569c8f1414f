import Foundation
import KeyfobCore
import KeyfobUserAgents

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// The file that the browser is started with: it redirects to the window, and no other user can read the window's URL.
enum WindowPageFile {
    private static let name = "window"
    private static let words = LeadingPage.Words(name: name, title: "Keyfob Broker", link: "Go on to the broker")

    /// Writes the file and returns its path.
    ///
    /// - Throws: ``AuthError`` with code `userAgentUnavailable` if it cannot be written.
    static func write(
        leadingTo address: Secret<String>, in folder: String, random: any RandomSource
    ) throws(AuthError) -> String {
        try LeadingPage(leadingTo: address, words, in: folder, random: random).path
    }

    /// Removes the file, if it is still there.
    static func remove(_ path: String) { LeadingPage.remove(path) }

    /// Removes all such files in a folder.
    static func removeAll(in folder: String) {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
        for file in names where file.hasPrefix("\(name)-") && file.hasSuffix(".html") {
            unlink("\(folder)/\(file)")
        }
    }
}
