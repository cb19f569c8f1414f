/// The associated data of sealed contents. Each part is preceded by its length, so that no two lists of parts give the
/// same bytes.
struct AssociatedData {
    private(set) var bytes: [UInt8]

    init(group: String, keyID: String) {
        bytes = []
        bytes.reserveCapacity(512)
        append("keyfob-store-1")
        append(group)
        append(keyID)
    }

    mutating func append(_ text: String?) {
        guard let text else { return bytes.append(0) }
        bytes.append(1)
        append(UInt32(truncatingIfNeeded: text.utf8.count))
        let isCopied: Void? = text.utf8.withContiguousStorageIfAvailable { bytes.append(contentsOf: $0) }
        if isCopied == nil { bytes.append(contentsOf: text.utf8) }
    }

    mutating func append(_ number: Int64?) {
        guard let number else { return bytes.append(0) }
        bytes.append(2)
        append(UInt64(bitPattern: number))
    }

    /// Little-endian, byte by byte for speed: this runs for every secret that is opened.
    private mutating func append(_ number: some FixedWidthInteger & UnsignedInteger) {
        for shift in stride(from: 0, to: number.bitWidth, by: 8) {
            bytes.append(UInt8(truncatingIfNeeded: number >> shift))
        }
    }
}
