extension YAMLReader {
    /// A literal (`|`) or folded (`>`) text on the lines below, which are indented further than the parent.
    mutating func blockText(parent: Int) throws(FileError) -> SourceNode {
        let start = place
        let isFolded = current == UInt8(ascii: ">")
        advance()
        var indentation: Int?
        var chomping: UInt8?
        while !isAtLineEnd, !Self.isSpace(current) {
            switch current {
            case UInt8(ascii: "1")...UInt8(ascii: "9") where indentation == nil:
                indentation = max(parent, 0) + Int(current - UInt8(ascii: "0"))
            case UInt8(ascii: "+"), UInt8(ascii: "-"):
                guard chomping == nil else { throw fault("The text's first line is malformed") }
                chomping = current
            default: throw fault("The text's first line is malformed")
            }
            advance()
        }
        try endLine()
        if !isAtEnd { newLine() }
        let lines = try blockLines(indentation, parent: parent)
        return try node(.string(Self.text(lines, isFolded: isFolded, chomping: chomping)), at: start)
    }

    /// The lines without their indentation; ends at the beginning of the first line that does not belong to the text.
    private mutating func blockLines(_ given: Int?, parent: Int) throws(FileError) -> [[UInt8]] {
        var lines: [[UInt8]] = []
        var indentation = given
        while !isAtEnd {
            let start = position
            var spaces = 0
            while !isAtEnd, current == 0x20, spaces < indentation ?? .max {
                advance()
                spaces += 1
            }
            if !isAtEnd, current == 0x0A {
                lines.append([])
                newLine()
                continue
            }
            if isAtEnd { break }
            if indentation == nil { indentation = spaces > parent ? spaces : nil }
            guard let least = indentation, spaces >= least, !(spaces == 0 && isAtMarker) else {
                position = start
                break
            }
            let text = position
            while !isAtEnd, current != 0x0A { advance() }
            lines.append(Array(bytes[text..<position]))
            if !isAtEnd { newLine() }
        }
        return lines
    }

    private static func text(_ lines: [[UInt8]], isFolded: Bool, chomping: UInt8?) -> String {
        let end = lines.lastIndex { !$0.isEmpty }.map { $0 + 1 } ?? 0
        var out: [UInt8] = []
        var wasFoldable = false
        var empty = 0
        for (index, line) in lines[..<end].enumerated() {
            guard !line.isEmpty else {
                empty += 1
                continue
            }
            // Lines that are indented further are not folded.
            let isFoldable = isFolded && !isSpace(line[0])
            if index == empty, index > 0 || out.isEmpty {
                out.append(contentsOf: [UInt8](repeating: 0x0A, count: empty))
            } else if isFoldable, wasFoldable {
                out.append(contentsOf: empty == 0 ? [0x20] : [UInt8](repeating: 0x0A, count: empty))
            } else {
                out.append(contentsOf: [UInt8](repeating: 0x0A, count: empty + 1))
            }
            out.append(contentsOf: line)
            wasFoldable = isFoldable
            empty = 0
        }
        let rest = lines.count - end
        switch chomping {
        case UInt8(ascii: "-"): break
        case UInt8(ascii: "+"): out.append(contentsOf: [UInt8](repeating: 0x0A, count: rest + (end > 0 ? 1 : 0)))
        default: if end > 0 { out.append(0x0A) }
        }
        return String(decoding: out, as: UTF8.self)
    }
}
