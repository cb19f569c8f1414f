/// Bytes that name what sealed contents belong to: each part with its length, so that no two lists of parts give the
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
        let count = UInt32(truncatingIfNeeded: text.utf8.count)
        withUnsafeBytes(of: count.littleEndian) { bytes.append(contentsOf: $0) }
        bytes.append(contentsOf: text.utf8)
    }

    mutating func append(_ number: Int64?) {
        guard let number else { return bytes.append(0) }
        bytes.append(2)
        withUnsafeBytes(of: number.littleEndian) { bytes.append(contentsOf: $0) }
    }
}
