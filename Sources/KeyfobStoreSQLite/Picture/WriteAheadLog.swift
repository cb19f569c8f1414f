/// The bytes of SQLite's write-ahead log: commits that have not been checkpointed (section "WAL File Format" of
/// SQLite's file format).
struct WriteAheadLog {
    private static let headerSize = 32
    private static let frameHeaderSize = 24

    private let bytes: [UInt8]

    init(_ bytes: [UInt8]) { self.bytes = bytes }

    /// Writes the pages of every complete commit into the database's bytes. Skips an unfinished commit and the remains
    /// of an older log after it.
    func apply(to database: inout [UInt8]) {
        guard bytes.count >= Self.headerSize, word(0) & ~1 == 0x377f_0682 else { return }
        let pageSize = Int(word(8))
        guard pageSize >= 512, pageSize <= 65_536, pageSize.nonzeroBitCount == 1 else { return }
        let isBigEndian = word(0) & 1 == 1
        var sum = Checksum(isBigEndian: isBigEndian)
        sum.add(bytes[0..<24])
        guard sum.words == (word(24), word(28)) else { return }
        var pending: [(page: Int, content: Range<Int>)] = []
        var start = Self.headerSize
        while start + Self.frameHeaderSize + pageSize <= bytes.count {
            let content = start + Self.frameHeaderSize..<start + Self.frameHeaderSize + pageSize
            sum.add(bytes[start..<start + 8])
            sum.add(bytes[content])
            guard word(start + 8) == word(16), word(start + 12) == word(20), word(start) > 0,
                sum.words == (word(start + 16), word(start + 20))
            else { return }
            pending.append((Int(word(start)), content))
            let pages = Int(word(start + 4))
            if pages > 0 {
                commit(pending, pages: pages, pageSize, to: &database)
                pending = []
            }
            start = content.upperBound
        }
    }

    private func commit(
        _ frames: [(page: Int, content: Range<Int>)], pages: Int, _ pageSize: Int, to database: inout [UInt8]
    ) {
        // Damage: a log of a few pages cannot belong to a database of gigabytes.
        let known = database.count / pageSize + bytes.count / pageSize + 1
        guard pages <= known else { return }
        let size = pages * pageSize
        if database.count < size { database += [UInt8](repeating: 0, count: size - database.count) }
        if database.count > size { database.removeLast(database.count - size) }
        for frame in frames where frame.page <= pages {
            let first = (frame.page - 1) * pageSize
            database.replaceSubrange(first..<first + pageSize, with: bytes[frame.content])
        }
    }

    private func word(_ offset: Int) -> UInt32 {
        bytes.withUnsafeBytes { UInt32(bigEndian: $0.loadUnaligned(fromByteOffset: offset, as: UInt32.self)) }
    }

    /// The log's running checksum.
    private struct Checksum {
        let isBigEndian: Bool
        private(set) var words: (UInt32, UInt32) = (0, 0)

        init(isBigEndian: Bool) { self.isBigEndian = isBigEndian }

        /// Adds a multiple of eight bytes.
        mutating func add(_ bytes: ArraySlice<UInt8>) {
            var (first, second) = words
            bytes.withUnsafeBytes { bytes in
                for offset in stride(from: 0, to: bytes.count - 7, by: 8) {
                    let one = bytes.loadUnaligned(fromByteOffset: offset, as: UInt32.self)
                    let other = bytes.loadUnaligned(fromByteOffset: offset + 4, as: UInt32.self)
                    first = first &+ (isBigEndian ? UInt32(bigEndian: one) : UInt32(littleEndian: one)) &+ second
                    second = second &+ (isBigEndian ? UInt32(bigEndian: other) : UInt32(littleEndian: other)) &+ first
                }
            }
            words = (first, second)
        }
    }
}
