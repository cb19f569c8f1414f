import KeyfobCore

/// A JSON object as text: its members in order, and every byte of them kept until it is replaced.
struct JSONObjectText: Sendable {
    /// A member, with the white space around it.
    struct Member: Sendable {
        /// The white space before the name.
        var lead: ArraySlice<UInt8>
        /// The name as it is written, with its quotes.
        var rawName: ArraySlice<UInt8>
        /// From the name to the value: a colon, and white space.
        var middle: ArraySlice<UInt8>
        /// The value as it is written.
        var value: ArraySlice<UInt8>
        /// The white space after the value.
        var trail: ArraySlice<UInt8>
        /// The name; nil if it is no text (a lone surrogate, say).
        var name: String?
    }

    private(set) var members: [Member] = []
    /// What an object without members has between its braces.
    private var filling: ArraySlice<UInt8> = []

    /// Makes an object without members.
    init() {}

    /// Reads an object's text, from brace to brace.
    init(parsing text: ArraySlice<UInt8>) throws(SharedCacheSyntaxError) {
        var scanner = JSONScanner(text)
        try self.init(&scanner)
        guard scanner.next == nil else { throw scanner.error("text after the object") }
    }

    /// Reads an object at a scanner's position.
    init(_ scanner: inout JSONScanner) throws(SharedCacheSyntaxError) {
        try scanner.require(UInt8(ascii: "{"), "expected an object")
        var start = scanner.position
        scanner.skipSpace()
        var lead = scanner.text(from: start)
        if scanner.take(UInt8(ascii: "}")) {
            filling = lead
            return
        }
        while true {
            start = scanner.position
            try scanner.skipString()
            let rawName = scanner.text(from: start)
            start = scanner.position
            scanner.skipSpace()
            try scanner.require(UInt8(ascii: ":"), "expected a colon")
            scanner.skipSpace()
            let middle = scanner.text(from: start)
            start = scanner.position
            try scanner.skipValue()
            let value = scanner.text(from: start)
            start = scanner.position
            scanner.skipSpace()
            members.append(
                Member(
                    lead: lead, rawName: rawName, middle: middle, value: value, trail: scanner.text(from: start),
                    name: JSONText.string(rawName)))
            if scanner.take(UInt8(ascii: "}")) { return }
            try scanner.require(UInt8(ascii: ","), "expected a comma or the end of the object")
            start = scanner.position
            scanner.skipSpace()
            lead = scanner.text(from: start)
        }
    }

    /// Puts another value in a member's place.
    mutating func replaceValue(at index: Int, with value: ArraySlice<UInt8>) { members[index].value = value }

    /// Adds a member at the end.
    ///
    /// - Parameter depth: how many objects it stands in.
    mutating func append(_ name: String, _ value: ArraySlice<UInt8>, _ style: JSONStyle, depth: Int) {
        var member = Member(
            lead: style.lead(depth: depth, isFirst: members.isEmpty), rawName: JSONText.write(name)[...],
            middle: style.colon[...], value: value, trail: style.trail(depth: depth), name: name)
        if let last = members.indices.last {
            let isIndented = members[last].lead.contains(0x0A)
            if members.count > 1 || isIndented { member.lead = members[last].lead }
            member.middle = members[last].middle
            member.trail = members[last].trail
            members[last].trail = members.count > 1 ? members[last - 1].trail : []
        }
        members.append(member)
        filling = []
    }

    /// Takes members away.
    mutating func remove(_ indices: Set<Int>) {
        guard !indices.isEmpty, let first = members.first, let last = members.last else { return }
        members = members.enumerated().filter { !indices.contains($0.offset) }.map(\.element)
        guard let end = members.indices.last else { return }
        members[0].lead = first.lead
        members[end].trail = last.trail
    }

    /// Writes the text.
    func write(to out: inout [UInt8]) {
        out.append(UInt8(ascii: "{"))
        if members.isEmpty { out.append(contentsOf: filling) }
        for (index, member) in members.enumerated() {
            if index > 0 { out.append(UInt8(ascii: ",")) }
            for part in [member.lead, member.rawName, member.middle, member.value, member.trail] {
                out.append(contentsOf: part)
            }
        }
        out.append(UInt8(ascii: "}"))
    }

    /// The text.
    var bytes: [UInt8] {
        var out: [UInt8] = []
        write(to: &out)
        return out
    }
}
