#if Server
import Foundation
import KeyfobTesting

/// A bundle of the story: its declarations, its program, and further files.
struct StoryBundle: Sendable {
    var bundle: AppBundle
    /// The program, where every user can run it.
    var program: String
    /// Further files by name; one with the name of a property list of the bundle replaces it.
    var files: [String: Data] = [:]

    /// Writes the bundle as a folder of that name, replacing an earlier one.
    func write(in folder: String) throws -> String {
        let path = "\(folder)/\(bundle.bundleID).app"
        try? FileManager.default.removeItem(atPath: path)
        try bundle.write(to: path, program: program)
        for (name, content) in files { try content.write(to: URL(fileURLWithPath: "\(path)/\(name)")) }
        return path
    }
}
#endif
