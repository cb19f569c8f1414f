import KeyfobCore
import KeyfobIdPDirectory
import KeyfobOAuth

/// A table with a caption; in a narrow window each row is a list with the columns' names.
struct PortalTable {
    let caption: String
    let columns: [String]
    /// The rows; the first cell of each names it.
    var rows: [[HTML]]
    /// What stands instead of an empty table.
    var empty = "There are none."

    var html: HTML {
        guard !rows.isEmpty else { return "<p class=\"soft\">\(empty)</p>\n" }
        let head: [HTML] = columns.map { column in
            column.isEmpty ? "<td></td>" : "<th scope=\"col\">\(column)</th>"
        }
        let body: [HTML] = rows.map { row in
            let cells: [HTML] = zip(row, columns).enumerated().map { index, cell in
                if index == 0 { return "<th scope=\"row\">\(cell.0)</th>" }
                let label: HTML? = cell.1.isEmpty ? nil : " data-label=\"\(cell.1)\""
                return "<td\(label)>\(cell.0)</td>"
            }
            return "<tr>\(cells)</tr>\n"
        }
        return """
            <table><caption>\(caption)</caption><thead><tr>\(head)</tr></thead><tbody>
            \(body)</tbody></table>

            """
    }
}

extension HTML {
    /// A link within the provider.
    static func link(_ address: String, _ text: String) -> HTML { "<a href=\"\(exactly: address)\">\(text)</a>" }

    /// A list of names and values.
    static func facts(_ facts: [(String, HTML?)]) -> HTML {
        let items: [HTML] = facts.compactMap { name, value in value.map { "<dt>\(name)</dt><dd>\($0)</dd>\n" } }
        return "<dl>\n\(items)</dl>\n"
    }

    /// Text as markup.
    static func text(_ text: String) -> HTML { "\(text)" }

    /// A time in UTC.
    static func time(_ seconds: Int64) -> HTML {
        let text = GraphTime.text(seconds)
        return "<time datetime=\"\(text)\">\(text)</time>"
    }

    /// A list of short texts.
    static func list(_ texts: [String]) -> HTML {
        let items: [HTML] = texts.map { "<li>\($0)</li>" }
        return texts.isEmpty ? "none" : "<ul class=\"plain-list\">\(items)</ul>"
    }

    /// A value in an address: each character that is not unreserved is escaped.
    static func address(_ parts: String...) -> String {
        "/portal/" + parts.map(PercentEncoding.encode).joined(separator: "/")
    }
}
