import Foundation

/// The files of an app to search: sources, property lists, and dependency files.
///
/// Excluded are hidden folders, build products (`build`, `DerivedData`), dependencies (`Pods`, `Carthage`,
/// `node_modules`, `*.framework`, `*.xcframework`), symbolic links, and files larger than 8 MiB.
public struct SourceTree: Sendable {
    /// A file: its absolute path and the path to show.
    struct Entry {
        let path: String
        let shown: String
        var name: String { String(path[(path.lastIndex(of: "/").map(path.index(after:)) ?? path.startIndex)...]) }
    }

    private static let skippedFolders: Set<String> = [
        "build", "DerivedData", "Pods", "Carthage", "node_modules", "checkouts", "SourcePackages",
    ]
    private static let skippedEndings = [".framework", ".xcframework", ".app", ".bundle", ".xcassets", ".lproj"]
    private static let sources = [".swift", ".m", ".mm", ".h", ".pch"]
    private static let maximumSize = 8 << 20

    let entries: [Entry]

    /// Lists the files under each path, in the order of their names; or the one file at the path.
    ///
    /// - Throws: ``SearchError`` if a path does not exist.
    public init(_ paths: [String]) throws(SearchError) {
        var entries: [Entry] = []
        for path in paths {
            var isFolder: ObjCBool = false
            guard FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) else {
                throw SearchError("There is nothing at \(path).")
            }
            guard isFolder.boolValue else {
                entries.append(Entry(path: path, shown: path))
                continue
            }
            let root = path.count > 1 && path.hasSuffix("/") ? String(path.dropLast()) : path
            // Paths are relative to a single folder; with several folders they include the folder.
            entries += Self.list(root, shown: paths.count > 1 ? root + "/" : "")
        }
        self.entries = entries
    }

    static func isSource(_ name: String) -> Bool { sources.contains { name.hasSuffix($0) } }

    /// The bytes; nil if they cannot be read or are too large.
    static func read(_ entry: Entry) -> Data? {
        guard let size = try? FileManager.default.attributesOfItem(atPath: entry.path)[.size] as? Int,
            size <= maximumSize
        else { return nil }
        return FileManager.default.contents(atPath: entry.path)
    }

    private static func list(_ folder: String, shown: String) -> [Entry] {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
        return names.sorted().flatMap { name -> [Entry] in
            let path = "\(folder)/\(name)"
            guard !name.hasPrefix("."),
                let type = try? FileManager.default.attributesOfItem(atPath: path)[.type] as? FileAttributeType
            else { return [] }
            if type == .typeDirectory {
                let isSkipped = skippedFolders.contains(name) || skippedEndings.contains { name.hasSuffix($0) }
                return isSkipped ? [] : list(path, shown: shown + name + "/")
            }
            let isWanted =
                isSource(name) || PropertyListSearch.isPropertyList(name) || DependencySearch.isDependencyFile(name)
            return type == .typeRegular && isWanted ? [Entry(path: path, shown: shown + name)] : []
        }
    }
}

/// An error before a search.
public struct SearchError: Error, Sendable {
    /// The message, a sentence.
    public let message: String
    init(_ message: String) { self.message = message }
}
