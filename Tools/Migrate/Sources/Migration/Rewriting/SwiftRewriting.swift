import Foundation
import SwiftParser
import SwiftSyntax

/// Rewrites the Swift files of an app for MSAL.
///
/// What it writes compiles against MSAL, apart from the uses that ``RewrittenFile/rest`` lists: each of them keeps its text,
/// below a comment that says why. Objective-C, property lists and dependency files are not rewritten.
public struct SwiftRewriting: Sendable {
    private let book: RuleBook

    /// Makes a rewriting with a book of rules.
    public init(book: RuleBook = .all) { self.book = book }

    /// The files of a tree that change, in the order of their paths. Nothing is written. A file that is not UTF-8 does
    /// not change.
    ///
    /// - Parameter progress: receives the number of files that are rewritten, and of all.
    public func files(of tree: SourceTree, progress: (Int, Int) -> Void = { _, _ in }) -> [RewrittenFile] {
        let everywhere = Search(book: book).libraries(of: tree)
        let sources = tree.entries.filter { $0.name.hasSuffix(".swift") && $0.name != "Package.swift" }
        let parsed = sources.compactMap { entry in
            // What is not UTF-8 would change where nothing was rewritten.
            SourceTree.read(entry).flatMap { String(validating: $0, as: UTF8.self) }.map { text in
                let syntax = Parser.parse(source: text)
                return (entry: entry, text: text, syntax: syntax, facts: RewriteFacts(syntax, book: book))
            }
        }
        return parsed.indices.compactMap { place in
            progress(place, parsed.count)
            var facts = parsed[place].facts
            for other in parsed.indices where other != place { facts.add(parsed[other].facts) }
            let entry = parsed[place].entry
            return rewrite(
                SourceFile(path: entry.shown, text: parsed[place].text, everywhere: everywhere), absolute: entry.path,
                parsed[place].syntax,
                facts)
        }
    }

    /// One file's new text, without other files.
    public func text(of source: String) -> String {
        let syntax = Parser.parse(source: source)
        let facts = RewriteFacts(syntax, book: book)
        return rewrite(SourceFile(path: "File.swift", text: source), absolute: "", syntax, facts)?.text ?? source
    }

    private func rewrite(
        _ file: SourceFile, absolute: String, _ syntax: SourceFileSyntax, _ facts: RewriteFacts
    ) -> RewrittenFile? {
        let findings = SwiftSearch(book: book).findings(in: file)
        guard !findings.isEmpty else { return nil }
        let rewriter = SwiftRewriter(text: file.text, book: book, facts: facts)
        rewriter.walk(syntax)
        let lines = Lines(file.text)
        var rest: [RewrittenFile.Rest] = []
        var marks: [Int: Set<String>] = [:]
        func leave(_ offset: Int, _ found: String, _ reason: String, compiles: Bool = false, isComment: Bool = false) {
            rest.append(
                RewrittenFile.Rest(
                    line: lines.line(at: offset), found: found, reason: reason, compiles: compiles))
            guard !isComment else { return }
            marks[Self.statement(at: offset, in: syntax), default: []]
                .insert(compiles ? reason : "does not compile yet: " + reason)
        }
        var rewritten = 0
        for finding in findings {
            let offset = lines.offset(line: finding.line, column: finding.column)
            if rewriter.edits.contains(where: { $0.range.contains(offset) }) {
                rewritten += 1
            } else if rewriter.obstacles[offset] == nil {
                leave(offset, finding.found, finding.instead)
            }
        }
        for (offset, one) in rewriter.obstacles.sorted(by: { $0.key < $1.key }) {
            leave(offset, lines.word(at: offset), one.reason, compiles: one.compiles, isComment: one.isComment)
        }
        let comments = marks.map { offset, reasons in
            let space = lines.indentation(at: offset)
            let text = reasons.sorted().map { "// keyfob migrate: \($0)\n\(space)" }.joined()
            return TextEdit(range: offset..<offset, text: text)
        }
        // Where a bridging header imported the library, the Swift file itself has to import MSAL.
        let imports = facts.imports.contains("MSAL") || findings.contains { $0.rule == "adal.import" }
        if !imports, !rewriter.edits.isEmpty {
            let first = syntax.statements.first?.positionAfterSkippingLeadingTrivia.utf8Offset ?? 0
            rewriter.edits.insert(TextEdit(range: first..<first, text: "import MSAL\n"), at: 0)
        }
        var text = TextEdit.apply(comments + rewriter.edits, to: file.text)
        if !rewriter.helper.text.isEmpty, !text.hasSuffix("\n") { text += "\n" }
        return RewrittenFile(
            path: absolute, shown: file.path, text: text + rewriter.helper.text, rewritten: rewritten,
            rest: rest.sorted { ($0.line, $0.found) < ($1.line, $1.found) })
    }

    /// The beginning of the statement or member around a place.
    private static func statement(at offset: Int, in syntax: SourceFileSyntax) -> Int {
        var node: Syntax? = syntax.token(at: AbsolutePosition(utf8Offset: offset)).map(Syntax.init)
        while let found = node, !found.is(CodeBlockItemSyntax.self), !found.is(MemberBlockItemSyntax.self) {
            node = found.parent
        }
        return node?.positionAfterSkippingLeadingTrivia.utf8Offset ?? offset
    }
}

extension RewriteFacts {
    /// Adds what other files declare, where this file does not say it.
    mutating func add(_ other: RewriteFacts) {
        otherClients += other.clients
        if otherKeychainGroup == nil { otherKeychainGroup = other.keychainGroup }
        for (name, type) in other.types where types[name] == nil && other.members.contains(name) { types[name] = type }
        takers.formUnion(other.takers)
    }
}

/// The lines of a text, in UTF-8 bytes.
private struct Lines {
    private let bytes: [UInt8]
    private var starts = [0]

    init(_ text: String) {
        bytes = Array(text.utf8)
        for (place, byte) in bytes.enumerated() where byte == UInt8(ascii: "\n") { starts.append(place + 1) }
    }

    func offset(line: Int, column: Int) -> Int { starts[min(line, starts.count) - 1] + column - 1 }

    func line(at offset: Int) -> Int { (starts.lastIndex { $0 <= offset } ?? 0) + 1 }

    func indentation(at offset: Int) -> String {
        let start = starts[line(at: offset) - 1]
        return String(decoding: bytes[start...].prefix { $0 == 0x20 || $0 == 0x09 }, as: UTF8.self)
    }

    func word(at offset: Int) -> String {
        String(
            decoding: bytes[min(offset, bytes.count)...].prefix {
                $0 == 0x5F || (0x30...0x39).contains($0) || (0x41...0x5A).contains($0) || (0x61...0x7A).contains($0)
            }, as: UTF8.self)
    }
}
