// `split(separator:)` and `firstIndex(of:)` of a string look for the boundary of each character first. For a separator in
// ASCII that takes ten times as long, and they do not find one that a combining mark follows.
extension String {
    /// Returns the parts between the occurrences of an ASCII character, without empty ones.
    package func parts(separatedBy separator: Unicode.Scalar) -> [String] {
        var text = self
        return text.withUTF8 { bytes in
            var parts: [String] = []
            var start = 0
            for index in 0...bytes.count where index == bytes.count || bytes[index] == UInt8(ascii: separator) {
                if index > start { parts.append(String(decoding: bytes[start..<index], as: UTF8.self)) }
                start = index + 1
            }
            return parts
        }
    }

    /// Returns the text before the first occurrence of an ASCII character, or all of it if there is none.
    package func part(before separator: Unicode.Scalar) -> String {
        guard let end = utf8.firstIndex(of: UInt8(ascii: separator)) else { return self }
        return String(self[..<end])
    }
}
