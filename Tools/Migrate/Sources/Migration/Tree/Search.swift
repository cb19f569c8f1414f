import Foundation

/// Searches an app's files for uses of ADAL and of older versions of MSAL.
public struct Search: Sendable {
    private let book: RuleBook

    /// Makes a search with a book of rules.
    public init(book: RuleBook = .all) { self.book = book }

    /// The report on a tree, in the order of files and lines.
    ///
    /// - Parameter progress: receives the number of files that are searched, and of all.
    public func report(on tree: SourceTree, progress: (Int, Int) -> Void = { _, _ in }) -> Report {
        let files = tree.entries.compactMap { entry in
            SourceTree.read(entry).map { (entry: entry, data: $0) }
        }
        let everywhere = libraries(ofHeaders: files.map { ($0.entry.name, $0.data) })
        var findings: [Finding] = []
        var lists: [Finding] = []
        var counts: [Language: Int] = [:]
        for (index, (entry, data)) in files.enumerated() {
            progress(index, files.count)
            let file = SourceFile(
                path: entry.shown, text: String(decoding: data, as: UTF8.self), everywhere: everywhere)
            if DependencySearch.isDependencyFile(entry.name) {
                counts[.project, default: 0] += 1
                findings += DependencySearch().findings(in: file)
            } else if PropertyListSearch.isPropertyList(entry.name) {
                counts[.project, default: 0] += 1
                lists += PropertyListSearch().findings(in: file, data: data)
            } else if entry.name.hasSuffix(".swift") {
                counts[.swift, default: 0] += 1
                findings += SwiftSearch(book: book).findings(in: file)
            } else {
                counts[.objectiveC, default: 0] += 1
                findings += ObjectiveCSearch(book: book).findings(in: file)
            }
        }
        // A property list matters only if the app uses one of the libraries.
        if !findings.isEmpty { findings += lists }
        let unread = tree.entries.count - files.count
        return Report(findings: findings.sorted(by: Self.order), files: counts, unread: unread)
    }

    /// The findings in one Swift file, without those of other files.
    public func findings(inSwift text: String, path: String = "File.swift") -> [Finding] {
        SwiftSearch(book: book).findings(in: SourceFile(path: path, text: text)).sorted(by: Self.order)
    }

    /// The findings in one Objective-C file, without those of other files.
    public func findings(inObjectiveC text: String, path: String = "File.m") -> [Finding] {
        ObjectiveCSearch(book: book).findings(in: SourceFile(path: path, text: text)).sorted(by: Self.order)
    }

    /// The libraries that a tree's bridging and prefix headers import for every file.
    func libraries(of tree: SourceTree) -> Set<Rule.Library> {
        libraries(ofHeaders: tree.entries.compactMap { entry in SourceTree.read(entry).map { (entry.name, $0) } })
    }

    /// The libraries that bridging and prefix headers import for every file.
    private func libraries(ofHeaders files: [(name: String, data: Data)]) -> Set<Rule.Library> {
        var found: Set<Rule.Library> = []
        for (name, data) in files where name.hasSuffix("Bridging-Header.h") || name.hasSuffix(".pch") {
            let tokens = ObjectiveCLexer.tokens(String(decoding: data, as: UTF8.self))
            found.formUnion(ObjectiveCSearch(book: book).libraries(tokens))
        }
        return found
    }

    private static func order(_ a: Finding, _ b: Finding) -> Bool {
        (a.file, a.line, a.column) < (b.file, b.line, b.column)
    }
}
