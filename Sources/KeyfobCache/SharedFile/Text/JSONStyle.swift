/// How a JSON text is laid out, so that what is added to it looks like the rest.
struct JSONStyle: Sendable, Hashable {
    /// The line break; empty for a text without any.
    var newline: [UInt8]
    /// What one level is indented by.
    var unit: [UInt8]
    /// What stands between a name and its value.
    var colon: [UInt8]
    /// What stands after a comma in a text without line breaks.
    var gap: [UInt8]

    /// Python's `json.dumps(indent=4)`, the way in which MSAL Python writes.
    static let python = JSONStyle(
        newline: Array("\n".utf8), unit: Array("    ".utf8), colon: Array(": ".utf8), gap: [])

    /// Before a member, so many levels deep.
    func lead(depth: Int, isFirst: Bool) -> ArraySlice<UInt8> {
        if newline.isEmpty { return isFirst ? [] : gap[...] }
        return (newline + Array(repeatElement(unit, count: depth).joined()))[...]
    }

    /// Between the last member, so many levels deep, and the brace that closes its object.
    func trail(depth: Int) -> ArraySlice<UInt8> {
        newline.isEmpty ? [] : (newline + Array(repeatElement(unit, count: max(0, depth - 1)).joined()))[...]
    }
}

extension JSONStyle {
    /// The style of a text, as its outermost object shows it; MSAL Python's if that is empty.
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
