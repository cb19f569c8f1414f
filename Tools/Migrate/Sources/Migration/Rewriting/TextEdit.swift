/// A replacement of a range of a file's bytes.
struct TextEdit: Sendable, Hashable {
    /// The range in UTF-8 bytes.
    let range: Range<Int>
    /// The text to write there.
    let text: String

    /// The text after the edits: in the order of their ranges, of which none may overlap another. An edit that overlaps
    /// an earlier one is omitted.
    static func apply(_ edits: [TextEdit], to text: String, in whole: Range<Int>? = nil) -> String {
        let bytes = Array(text.utf8)
        let whole = whole ?? 0..<bytes.count
        var out: [UInt8] = []
        var place = whole.lowerBound
        // At one place, an insertion comes before a replacement.
        let order = edits.enumerated().sorted { a, b in
            (a.element.range.lowerBound, a.element.range.isEmpty ? 0 : 1, a.offset)
                < (b.element.range.lowerBound, b.element.range.isEmpty ? 0 : 1, b.offset)
        }
        for (_, edit) in order {
            guard edit.range.lowerBound >= place, edit.range.upperBound <= whole.upperBound else { continue }
            out += bytes[place..<edit.range.lowerBound]
            out += Array(edit.text.utf8)
            place = edit.range.upperBound
        }
        out += bytes[min(place, whole.upperBound)..<whole.upperBound]
        return String(decoding: out, as: UTF8.self)
    }
}
