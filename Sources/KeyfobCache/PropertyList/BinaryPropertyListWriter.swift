/// Writes a binary property list.
struct BinaryPropertyListWriter {
    private enum Node {
        case scalar(PropertyListValue)
        case container(marker: UInt8, count: Int, references: [Int])
    }

    private var nodes: [Node] = []
    private var scalars: [PropertyListValue: Int] = [:]

    mutating func bytes(of value: PropertyListValue) -> [UInt8] {
        let top = add(value)
        let referenceSize = Self.size(of: nodes.count)
        var out = Array("bplist00".utf8)
        var offsets: [Int] = []
        offsets.reserveCapacity(nodes.count)
        for node in nodes {
            offsets.append(out.count)
            switch node {
            case .scalar(let value): Self.write(value, to: &out)
            case .container(let marker, let count, let references):
                Self.writeMarker(marker, count, to: &out)
                for reference in references { Self.write(UInt64(reference), referenceSize, to: &out) }
            }
        }
        let table = out.count
        let offsetSize = Self.size(of: table)
        for offset in offsets { Self.write(UInt64(offset), offsetSize, to: &out) }
        out += [0, 0, 0, 0, 0, 0, UInt8(offsetSize), UInt8(referenceSize)]
        for number in [nodes.count, top, table] { Self.write(UInt64(number), 8, to: &out) }
        return out
    }

    private mutating func add(_ value: PropertyListValue) -> Int {
        switch value {
        case .array(let values): return add(0xA0, values.count, [values])
        case .set(let values): return add(0xC0, values.count, [values])
        case .dictionary(let members):
            let sorted = members.sorted { $0.key < $1.key }
            return add(0xD0, sorted.count, [sorted.map { .string($0.key) }, sorted.map(\.value)])
        default:
            if let known = scalars[value] { return known }
            nodes.append(.scalar(value))
            scalars[value] = nodes.count - 1
            return nodes.count - 1
        }
    }

    /// A container precedes its elements, as in CoreFoundation.
    private mutating func add(_ marker: UInt8, _ count: Int, _ groups: [[PropertyListValue]]) -> Int {
        let index = nodes.count
        nodes.append(.scalar(.null))
        var references: [Int] = []
        for group in groups { for value in group { references.append(add(value)) } }
        nodes[index] = .container(marker: marker, count: count, references: references)
        return index
    }

    private static func write(_ value: PropertyListValue, to out: inout [UInt8]) {
        switch value {
        case .bool(let value): out.append(value ? 0x09 : 0x08)
        case .integer(let value): write(value, to: &out)
        case .real(let value):
            out.append(0x23)
            write(value.bitPattern, 8, to: &out)
        case .date(let value):
            out.append(0x33)
            write(value.bitPattern, 8, to: &out)
        case .data(let value):
            writeMarker(0x40, value.count, to: &out)
            out += value
        case .string(let value):
            if value.utf8.allSatisfy({ $0 < 0x80 }) {
                writeMarker(0x50, value.utf8.count, to: &out)
                out += Array(value.utf8)
            } else {
                writeMarker(0x60, value.utf16.count, to: &out)
                for unit in value.utf16 { write(UInt64(unit), 2, to: &out) }
            }
        case .uid(let value):
            let size = size(of: Int(value))
            out.append(0x80 | UInt8(size - 1))
            write(UInt64(value), size, to: &out)
        case .null, .array, .set, .dictionary: out.append(0x00)
        }
    }

    /// Writes an integer; a negative number has eight bytes, since shorter ones are unsigned.
    private static func write(_ value: Int64, to out: inout [UInt8]) {
        switch value {
        case 0...0xFF: out.append(0x10)
        case 0...0xFFFF: out.append(0x11)
        case 0...0xFFFF_FFFF: out.append(0x12)
        default: out.append(0x13)
        }
        let size = 1 << Int((out.last ?? 0x13) & 0x0F)
        write(UInt64(bitPattern: value), size, to: &out)
    }

    private static func writeMarker(_ marker: UInt8, _ count: Int, to out: inout [UInt8]) {
        if count < 0x0F {
            out.append(marker | UInt8(count))
        } else {
            out.append(marker | 0x0F)
            write(Int64(count), to: &out)
        }
    }

    private static func write(_ value: UInt64, _ size: Int, to out: inout [UInt8]) {
        for place in stride(from: (size - 1) * 8, through: 0, by: -8) {
            out.append(UInt8(truncatingIfNeeded: value >> UInt64(place)))
        }
    }

    /// 1, 2, 4 or 8 bytes.
    private static func size(of value: Int) -> Int {
        switch value {
        case 0...0xFF: 1
        case 0...0xFFFF: 2
        case 0...0xFFFF_FFFF: 4
        default: 8
        }
    }
}
