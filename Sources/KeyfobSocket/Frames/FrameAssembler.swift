/// Makes frames of the bytes that arrive: each is its length in four bytes, most significant first, and that many
/// bytes. A value without I/O, total on any input.
package struct FrameAssembler {
    private var header: [UInt8] = []
    private var frame: [UInt8] = []
    /// How many bytes the frame still lacks; nil while its header is read.
    private var missing: Int?

    /// Begins with nothing.
    package init() {}

    /// Whether a frame has begun that has not ended.
    package var isWithinFrame: Bool { missing != nil || !header.isEmpty }

    /// Takes bytes, and calls `body` with each frame that they complete.
    ///
    /// - Throws: ``SocketFault/frameTooLarge`` if a header announces more than ``FrameLimit/bytes``.
    package mutating func take(_ bytes: UnsafeRawBufferPointer, _ body: ([UInt8]) -> Void) throws(SocketFault) {
        var position = 0
        while position < bytes.count {
            guard let lacking = missing else {
                header.append(bytes[position])
                position += 1
                if header.count == 4 { try begin() }
                finishIfComplete(body)
                continue
            }
            let count = min(lacking, bytes.count - position)
            frame.append(contentsOf: bytes[position..<(position + count)])
            position += count
            missing = lacking - count
            finishIfComplete(body)
        }
    }

    private mutating func begin() throws(SocketFault) {
        let length = header.reduce(0) { $0 << 8 | Int($1) }
        guard length <= FrameLimit.bytes else { throw .frameTooLarge }
        header.removeAll(keepingCapacity: true)
        frame.reserveCapacity(length)
        missing = length
    }

    private mutating func finishIfComplete(_ body: ([UInt8]) -> Void) {
        guard missing == 0 else { return }
        missing = nil
        let whole = frame
        frame = []
        body(whole)
    }

    /// The header of a frame of so many bytes.
    ///
    /// - Throws: ``SocketFault/frameTooLarge`` if they are more than ``FrameLimit/bytes``.
    package static func header(_ count: Int) throws(SocketFault) -> [UInt8] {
        guard count <= FrameLimit.bytes else { throw .frameTooLarge }
        return [
            UInt8(truncatingIfNeeded: count >> 24), UInt8(truncatingIfNeeded: count >> 16),
            UInt8(truncatingIfNeeded: count >> 8), UInt8(truncatingIfNeeded: count),
        ]
    }
}
