import KeyfobCore

/// Scopes in one column. A scope contains no space (RFC 6749 section 3.3).
package enum ScopeColumn {
    /// The text of the column.
    package static func text(_ scopes: [String]) -> String { scopes.joined(separator: " ") }
    /// The scopes in a column.
    package static func scopes(_ text: String) -> [String] { text.parts(separatedBy: " ") }
}
