import KeyfobCore

/// A JSON object as text: its members in order, each byte unchanged until it is replaced.
struct JSONObjectText: Sendable {
    /// A member, with the white space around it.
    struct Member: Sendable {
        /// The white space before the name.
        var lead: ArraySlice<UInt8>
        /// The raw name, with its quotes.
        var rawName: ArraySlice<UInt8>
        /// The text between name and value: a colon and white space.
        var middle: ArraySlice<UInt8>
        /// The raw value.
        var value: ArraySlice<UInt8>
        /// The white space after the value.
        var trail: ArraySlice<UInt8>
        /// The name; nil if it is not valid text (for example a lone surrogate).
        var name: String?
    }

    private(set) var members: [Member] = []
    /// The text between the braces of an empty object.
    private var filling: ArraySlice<UInt8> = []

    /// Makes an empty object.
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

    /// Replaces the value of a member.
    mutating func replaceValue(at index: Int, with value: ArraySlice<UInt8>) { members[index].value = value }

    /// Adds a member at the end.
    ///
    /// - Parameter depth: the number of enclosing objects.
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

    /// Removes members.
    mutating func remove(_ indices: Set<Int>) {
        guard !indices.isEmpty, let first = members.first, let last = members.last else { return }
        members = members.enumerated().filter { !indices.contains($0.offset) }.map(\.element)
        guard let end = members.indices.last else { return }
        members[0].lead = first.lead
        members[end].trail = last.trail
    }

    /// Writes the object.
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
