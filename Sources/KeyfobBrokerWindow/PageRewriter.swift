import KeyfobCore

/// Rewrites a provider's page for the broker's window: its forms and links lead back to the window, and everything that
/// would load, run or navigate by itself is removed.
///
/// A browser may parse the result differently: what looks like a tag may be text in a title. So nothing of the broker's
/// own is written into it; ``WindowFrame`` shows it in a frame.
struct PageRewriter {
    /// A form of the page, as the provider wrote it.
    struct Form: Sendable, Hashable {
        var action: String
        var isPost: Bool
    }

    /// The page's forms, by index.
    private(set) var forms: [Form] = []
    /// The targets of its links, by index.
    private(set) var links: [String] = []
    /// The page as it is shown.
    private(set) var html = ""

    private let base: String
    private let dropped: Set<String>
    private var rest: Substring

    /// Rewrites a page.
    ///
    /// - Parameters:
    ///   - html: the page, as the provider served it.
    ///   - base: the prefix of the window's own URLs for this page.
    ///   - keepsStyle: whether the page's style sheets stay.
    init(_ html: String, base: String, keepsStyle: Bool = true) {
        self.base = base
        dropped = keepsStyle ? Self.dropped : Self.dropped.union(["style"])
        rest = html[...]
        while let start = rest.firstIndex(of: "<") {
            self.html += rest[..<start]
            rest = rest[start...]
            guard let tag = takeTag() else { continue }
            self.html += rewritten(tag)
        }
        self.html += rest
    }

    private struct Tag {
        var name: String
        var isEnd: Bool
        var attributes: [(name: String, value: String)]

        subscript(name: String) -> String? { attributes.first { $0.name == name }?.value }
    }

    /// Elements that are removed with their content.
    private static let dropped: Set<String> = ["script", "iframe", "object", "noscript", "template", "svg", "math"]
    /// Tags that are removed; the element's content stays.
    private static let hollow: Set<String> = [
        "base", "meta", "link", "img", "embed", "source", "video", "audio", "area", "dialog",
    ]

    private mutating func rewritten(_ tag: Tag) -> String {
        if dropped.contains(tag.name) {
            if !tag.isEnd { skip(past: "</\(tag.name)") }
            return ""
        }
        if Self.hollow.contains(tag.name) {
            return tag["charset"].map { _ in "<meta charset=\"utf-8\">" } ?? ""
        }
        if tag.isEnd { return "</\(tag.name)>" }
        var attributes = tag.attributes.filter { attribute in
            !attribute.name.hasPrefix("on")
                && ![
                    "action", "formaction", "formmethod", "method", "href", "src", "target",
                    "formtarget", "srcdoc", "background", "ping", "nonce", "style", "popover", "popovertarget",
                    "commandfor",
                ].contains(attribute.name)
        }
        switch tag.name {
        case "form":
            forms.append(
                Form(action: tag["action"] ?? "", isPost: tag["method"]?.lowercased() == "post"))
            attributes.append(("action", "\(base)/send/\(forms.count - 1)"))
            attributes.append(("method", "post"))
            attributes.append(("target", "_top"))
        case "a":
            if let href = tag["href"], !href.hasPrefix("#"), Self.isPlain(href) {
                links.append(href)
                attributes.append(("href", "\(base)/follow/\(links.count - 1)"))
                attributes.append(("target", "_top"))
            }
        default: break
        }
        let written = attributes.map { " \($0.name)=\"\(HTMLText.escape($0.value))\"" }.joined()
        return "<\(tag.name)\(written)>"
    }

    /// Returns whether a link leads to a page, and not to a local program.
    private static func isPlain(_ href: String) -> Bool {
        let head = href.prefix { $0 != "/" && $0 != "?" }.lowercased()
        guard let colon = head.firstIndex(of: ":") else { return true }
        return ["https", "msauth", "browser"].contains(String(head[..<colon]))
    }

    private mutating func takeTag() -> Tag? {
        if rest.hasPrefix("<!--") {
            skip(past: "-->")
            return nil
        }
        if rest.hasPrefix("<!") || rest.hasPrefix("<?") {
            let end = rest.firstIndex(of: ">").map { rest.index(after: $0) } ?? rest.endIndex
            if rest[..<end].lowercased() == "<!doctype html>" { html += rest[..<end] }
            rest = rest[end...]
            return nil
        }
        rest.removeFirst()
        let isEnd = rest.first == "/"
        if isEnd { rest.removeFirst() }
        let name = take { $0.isASCII && ($0.isLetter || $0.isNumber) }.lowercased()
        guard !name.isEmpty else {
            html += "&lt;" + (isEnd ? "/" : "")
            return nil
        }
        var tag = Tag(name: name, isEnd: isEnd, attributes: [])
        while true {
            _ = take { $0.isWhitespace || $0 == "/" }
            guard let next = rest.first else { return tag }
            if next == ">" {
                rest.removeFirst()
                return tag
            }
            let attribute = take { !$0.isWhitespace && $0 != "=" && $0 != ">" && $0 != "/" }.lowercased()
            if attribute.isEmpty {
                rest.removeFirst()
                continue
            }
            let value = takeValue()
            let isName = attribute.utf8.allSatisfy {
                (0x61...0x7A).contains($0) || $0 == 0x2D || (0x30...0x39).contains($0)
            }
            if isName, tag[attribute] == nil { tag.attributes.append((attribute, value)) }
        }
    }

    private mutating func takeValue() -> String {
        _ = take { $0.isWhitespace }
        guard rest.first == "=" else { return "" }
        rest.removeFirst()
        _ = take { $0.isWhitespace }
        guard let quote = rest.first, quote == "\"" || quote == "'" else {
            return HTMLText.decode(take { !$0.isWhitespace && $0 != ">" })
        }
        rest.removeFirst()
        let value = take { $0 != quote }
        if !rest.isEmpty { rest.removeFirst() }
        return HTMLText.decode(value)
    }

    private mutating func take(while matches: (Character) -> Bool) -> String {
        let taken = rest.prefix(while: matches)
        rest = rest[taken.endIndex...]
        return String(taken)
    }

    /// Skips everything up to the end of a marker, in any letter case.
    private mutating func skip(past marker: String) {
        var place = rest.startIndex
        while place < rest.endIndex {
            if rest[place...].prefix(marker.count).lowercased() == marker {
                rest = rest[place...].dropFirst(marker.count)
                if marker.hasPrefix("</") { _ = take { $0 != ">" }; if !rest.isEmpty { rest.removeFirst() } }
                return
            }
            place = rest.index(after: place)
        }
        rest = ""
    }
}
