extension JSONValue {
    /// Returns the value as JSON text for a terminal or a file that is read on one: the same document as ``text()``, in
    /// which every character that can control a terminal, change the direction of text or end a line is escaped.
    package func printableText() -> String {
        let text = text()
        guard text.unicodeScalars.contains(where: TerminalText.isUnsafe) else { return text }
        // Outside of strings JSON has none of these characters, so that each one is part of a string.
        return text.unicodeScalars.reduce(into: "") { out, scalar in
            guard TerminalText.isUnsafe(scalar) else { return out.unicodeScalars.append(scalar) }
            for unit in String(Character(scalar)).utf16 {
                out += "\\u" + Hex.encode([UInt8(truncatingIfNeeded: unit >> 8), UInt8(truncatingIfNeeded: unit)])
            }
        }
    }
}
