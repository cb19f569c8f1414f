/// The layout of a JSON text, so that added members look like the others.
struct JSONStyle: Sendable, Hashable {
    /// The line break; empty for a text without any.
    var newline: [UInt8]
    /// The indentation of one level.
    var unit: [UInt8]
    /// The text between a name and its value.
    var colon: [UInt8]
    /// The white space after a comma in a text without line breaks.
    var gap: [UInt8]

    /// Python's `json.dumps(indent=4)`, which MSAL Python uses.
    static let python = JSONStyle(
        newline: Array("\n".utf8), unit: Array("    ".utf8), colon: Array(": ".utf8), gap: [])

    /// The white space before a member at a depth.
    func lead(depth: Int, isFirst: Bool) -> ArraySlice<UInt8> {
        if newline.isEmpty { return isFirst ? [] : gap[...] }
        return (newline + Array(repeatElement(unit, count: depth).joined()))[...]
    }

    /// The white space between the last member at a depth and the closing brace.
    func trail(depth: Int) -> ArraySlice<UInt8> {
        newline.isEmpty ? [] : (newline + Array(repeatElement(unit, count: max(0, depth - 1)).joined()))[...]
    }
}

extension JSONStyle {
    /// The layout of a text, taken from its outermost object; MSAL Python's if that is empty.
    init(of root: JSONObjectText) {
        guard let first = root.members.first else {
            self = .python
            return
        }
        let breaks = first.lead.prefix { $0 == 0x0A || $0 == 0x0D }
        let gap = root.members.dropFirst().first?.lead ?? []
        self.init(
            newline: Array(breaks), unit: breaks.isEmpty ? [] : Array(first.lead.dropFirst(breaks.count)),
            colon: Array(first.middle), gap: breaks.isEmpty ? Array(gap) : [])
    }
}
