import KeyfobBackport

/// Reads the objects of a binary property list, with bounds checks.
struct BinaryPropertyListReader {
    private let bytes: [UInt8]
    private let offsetSize: Int
    private let referenceSize: Int
    private let count: Int
    private let top: Int
    /// The start of the table of offsets, where the objects end.
    private let table: Int
    private var nodes = 0
    private var path: Set<Int> = []
    /// Scalars that have been read: a long one may be referenced often.
    private var scalars: [Int: PropertyListValue] = [:]

    init(_ bytes: [UInt8]) throws(PropertyListError) {
        guard bytes.count <= BinaryPropertyList.maximumSize else {
            throw PropertyListError("The property list is larger than any token cache.")
        }
        guard bytes.count >= 40, bytes.starts(with: Array("bplist00".utf8)) else {
            throw PropertyListError("The data is not a binary property list of version 00.")
        }
        let trailer = bytes.count - 32
        self.bytes = bytes
        offsetSize = Int(bytes[trailer + 6])
        referenceSize = Int(bytes[trailer + 7])
        guard (1...8).contains(offsetSize), (1...8).contains(referenceSize),
            let count = Self.number(bytes, at: trailer + 8, size: 8),
            let top = Self.number(bytes, at: trailer + 16, size: 8),
            let table = Self.number(bytes, at: trailer + 24, size: 8),
            table >= 9, table <= trailer, top < count, count <= (trailer - table) / offsetSize
        else { throw PropertyListError("The property list's trailer is malformed.") }
        self.count = count
        self.top = top
        self.table = table
    }

    mutating func root() throws(PropertyListError) -> PropertyListValue { try value(top) }

    private mutating func value(_ index: Int) throws(PropertyListError) -> PropertyListValue {
        nodes += 1
        guard nodes <= BinaryPropertyList.maximumNodes else {
            throw PropertyListError("The property list expands to more values than any token cache has.")
        }
        if let known = scalars[index] { return known }
        guard index < count, let start = number(at: table + index * offsetSize, size: offsetSize), start >= 8,
            start < table
        else { throw PropertyListError("The property list refers to an object that does not exist.") }
        let marker = bytes[start]
        guard marker >> 4 >= 0xA else {
            let scalar = try scalar(marker, at: start + 1)
            scalars[index] = scalar
            return scalar
        }
        guard path.count < BinaryPropertyList.maximumDepth, path.insert(index).inserted else {
            throw PropertyListError("The property list has circular references, or is nested too deeply.")
        }
        defer { path.remove(index) }
        return try container(marker, at: start + 1)
    }

    private mutating func container(_ marker: UInt8, at start: Int) throws(PropertyListError) -> PropertyListValue {
        let (length, position) = try length(marker, at: start)
        let width = marker >> 4 == 0xD ? referenceSize * 2 : referenceSize
        guard length <= (table - position) / width else { throw Self.tooShort }
        func reference(_ place: Int) throws(PropertyListError) -> Int {
            guard let index = number(at: position + place * referenceSize, size: referenceSize) else {
                throw Self.tooShort
            }
            return index
        }
        switch marker >> 4 {
        case 0xA, 0xB, 0xC:
            var values: [PropertyListValue] = []
            values.reserveCapacity(length)
            for place in 0..<length { values.append(try value(reference(place))) }
            return marker >> 4 == 0xA ? .array(values) : .set(values)
        case 0xD:
            var members: [String: PropertyListValue] = [:]
            for place in 0..<length {
                guard case .string(let name) = try value(reference(place)) else {
                    throw PropertyListError("The property list has a dictionary with a key that is not text.")
                }
                members[name] = try value(reference(length + place))
            }
            return .dictionary(members)
        default: throw Self.unknownKind
        }
    }

    private func scalar(_ marker: UInt8, at start: Int) throws(PropertyListError) -> PropertyListValue {
        let low = Int(marker & 0x0F)
        switch marker >> 4 {
        case 0x0:
            switch low {
            case 0x0: return .null
            case 0x8: return .bool(false)
            case 0x9: return .bool(true)
            default: throw Self.unknownKind
            }
        case 0x1: return .integer(try integer(low, at: start))
        case 0x2:
            let bits = try unsigned(at: start, size: low == 2 ? 4 : 8)
            guard low == 2 || low == 3 else { throw Self.unknownKind }
            return .real(
                low == 2 ? Double(Float(bitPattern: UInt32(truncatingIfNeeded: bits))) : Double(bitPattern: bits))
        case 0x3:
            guard low == 3 else { throw Self.unknownKind }
            return .date(Double(bitPattern: try unsigned(at: start, size: 8)))
        case 0x4:
            let (length, position) = try length(marker, at: start)
            return .data(Array(try slice(position, length)))
        case 0x5, 0x7:
            let (length, position) = try length(marker, at: start)
            guard let text = String(valid: try slice(position, length), as: UTF8.self) else { throw Self.notText }
            return .string(text)
        case 0x6:
            let (length, position) = try length(marker, at: start)
            guard length <= (table - position) / 2 else { throw Self.tooShort }
            let units = (0..<length).map {
                UInt16(bytes[position + $0 * 2]) << 8 | UInt16(bytes[position + $0 * 2 + 1])
            }
            guard let text = String(valid: units, as: UTF16.self) else { throw Self.notText }
            return .string(text)
        case 0x8:
            guard low < 8, let uid = UInt32(exactly: try unsigned(at: start, size: low + 1)) else {
                throw Self.unknownKind
            }
            return .uid(uid)
        default: throw Self.unknownKind
        }
    }

    /// An integer of 1, 2, 4 (unsigned), 8 (signed) or 16 bytes.
    private func integer(_ exponent: Int, at start: Int) throws(PropertyListError) -> Int64 {
        switch exponent {
        case 0, 1, 2: return Int64(truncatingIfNeeded: try unsigned(at: start, size: 1 << exponent))
        case 3: return Int64(bitPattern: try unsigned(at: start, size: 8))
        case 4:
            let high = try unsigned(at: start, size: 8)
            guard high == 0, let low = Int64(exactly: try unsigned(at: start + 8, size: 8)) else {
                throw PropertyListError("The property list has a number that is out of range.")
            }
            return low
        default: throw Self.unknownKind
        }
    }

    /// The number of units and their position: in the marker, or in an integer after it.
    private func length(_ marker: UInt8, at start: Int) throws(PropertyListError) -> (Int, position: Int) {
        guard marker & 0x0F == 0x0F else { return (Int(marker & 0x0F), start) }
        guard start < table, bytes[start] >> 4 == 0x1, bytes[start] & 0x0F <= 3 else { throw Self.tooShort }
        let size = 1 << Int(bytes[start] & 0x0F)
        guard let length = number(at: start + 1, size: size) else { throw Self.tooShort }
        return (length, start + 1 + size)
    }

    private func slice(_ start: Int, _ length: Int) throws(PropertyListError) -> ArraySlice<UInt8> {
        guard start <= table, length <= table - start else { throw Self.tooShort }
        return bytes[start..<(start + length)]
    }

    private func unsigned(at start: Int, size: Int) throws(PropertyListError) -> UInt64 {
        guard start <= table, size <= table - start else { throw Self.tooShort }
        return bytes[start..<(start + size)].reduce(0) { $0 << 8 | UInt64($1) }
    }

    private func number(at start: Int, size: Int) -> Int? { Self.number(bytes, at: start, size: size) }

    private static func number(_ bytes: [UInt8], at start: Int, size: Int) -> Int? {
        guard start <= bytes.count, size <= bytes.count - start else { return nil }
        return Int(exactly: bytes[start..<(start + size)].reduce(UInt64(0)) { $0 << 8 | UInt64($1) })
    }

    private static let tooShort = PropertyListError("The property list ends within one of its objects.")
    private static let unknownKind = PropertyListError("The property list has an object of an unknown kind.")
    private static let notText = PropertyListError("The property list has invalid text.")
}
