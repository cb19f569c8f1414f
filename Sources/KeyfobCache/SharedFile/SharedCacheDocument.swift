/// The JSON document in which the libraries of the MSAL family store credentials: sections by kind, each with its
/// entries by key.
///
/// It is kept as text. A rewrite changes only the bytes of the affected entries: all other sections, entries and
/// members keep their order, white space and spelling.
package struct SharedCacheDocument: Sendable {
    /// The position of an entry.
    struct Place: Sendable, Hashable {
        let section: String
        let position: Int
    }

    private struct Section: Sendable {
        /// Its index among the root's members.
        let index: Int
        var text: JSONObjectText
    }

    /// The names that must be sections if present.
    private static let known: Set<String> = [
        "AccessToken", "RefreshToken", "IdToken", "Account", "AppMetadata", "SignInState",
    ]

    private let prefix: ArraySlice<UInt8>
    private let suffix: ArraySlice<UInt8>
    private let style: JSONStyle
    private var root: JSONObjectText
    private var sections: [String: Section] = [:]

    /// Makes an empty document, with the layout of MSAL Python.
    package init() {
        (prefix, suffix, style, root) = ([], [], .python, JSONObjectText())
    }

    /// Reads a document.
    ///
    /// - Throws: ``SharedCacheSyntaxError`` if the bytes are not a JSON object, or a known section is not an object.
    ///   This includes a document that another process has not finished writing.
    package init(parsing bytes: [UInt8]) throws(SharedCacheSyntaxError) {
        let text = bytes[...]
        // Some writers begin with a byte order mark.
        let mark = text.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
        var scanner = JSONScanner(text.dropFirst(mark))
        scanner.skipSpace()
        prefix = text[..<scanner.position]
        root = try JSONObjectText(&scanner)
        let end = scanner.position
        scanner.skipSpace()
        guard scanner.next == nil else { throw scanner.error("text after the document") }
        suffix = text[end...]
        style = JSONStyle(of: root)
        for (index, member) in root.members.enumerated() {
            guard let name = member.name else { continue }
            if member.value.first == UInt8(ascii: "{") {
                sections[name] = Section(index: index, text: try JSONObjectText(parsing: member.value))
            } else if Self.known.contains(name), !member.value.elementsEqual("null".utf8) {
                throw SharedCacheSyntaxError(
                    message: "a section is not an object", offset: member.value.startIndex)
            }
        }
    }

    /// The document's bytes: the original ones, except for the changes.
    package var bytes: [UInt8] {
        var out = Array(prefix)
        root.write(to: &out)
        out.append(contentsOf: suffix)
        return out
    }

    /// The names of the sections in their order, including unknown ones.
    package var sectionNames: [String] { sections.sorted { $0.value.index < $1.value.index }.map(\.key) }

    /// The keys of a section's entries, in their order.
    package func keys(of section: String) -> [String] { members(of: section).compactMap(\.name) }

    /// The text of an entry, the last one with that key; nil if there is none.
    package func text(of key: String, in section: String) -> String? {
        members(of: section).last { $0.name == key }.map { String(decoding: $0.value, as: UTF8.self) }
    }

    func members(of section: String) -> [JSONObjectText.Member] { sections[section]?.text.members ?? [] }

    /// The document after the edits.
    ///
    /// - Throws: ``SharedCacheSyntaxError`` if a new section's name is used by a member that is not a section.
    func applying(_ edits: SharedCacheEdits) throws(SharedCacheSyntaxError) -> SharedCacheDocument {
        var result = self
        for name in edits.sections {
            let old = sections[name]
            var text = old?.text ?? JSONObjectText()
            for (position, value) in edits.replaced(in: name) { text.replaceValue(at: position, with: value[...]) }
            text.remove(edits.removed(in: name))
            for entry in edits.added(to: name) {
                text.append(entry.key, entry.members.object(style, depth: 3).bytes[...], style, depth: 2)
            }
            try result.replace(name, text)
        }
        return result
    }

    private mutating func replace(_ name: String, _ text: JSONObjectText) throws(SharedCacheSyntaxError) {
        let index = root.members.lastIndex { $0.name == name }
        guard let index else {
            root.append(name, text.bytes[...], style, depth: 1)
            sections[name] = Section(index: root.members.count - 1, text: text)
            return
        }
        guard sections[name] != nil || root.members[index].value.elementsEqual("null".utf8) else {
            throw SharedCacheSyntaxError(
                message: "a section is not an object", offset: root.members[index].value.startIndex)
        }
        root.replaceValue(at: index, with: text.bytes[...])
        sections[name] = Section(index: index, text: text)
    }

    /// The layout of the text.
    var layout: JSONStyle { style }
}
