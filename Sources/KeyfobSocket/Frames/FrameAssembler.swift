/// Makes frames of the bytes that arrive: each is its length in four bytes, most significant first, and that many
/// bytes. A value without I/O, total on any input.
package struct FrameAssembler {
    /// Whether the bytes of a frame that is too large are let go by, one by one; else it is the end.
    private let skipsTooLarge: Bool
    /// Whether the frame that is read is such a one.
    private var isSkipping = false
    private var header: [UInt8] = []
    private var frame: [UInt8] = []
    /// How many bytes the frame still lacks; nil while its header is read.
    private var missing: Int?

    /// Begins with nothing.
    ///
    /// - Parameter skipsTooLarge: whether frames go on after one that is too large.
    package init(skipsTooLarge: Bool = false) { self.skipsTooLarge = skipsTooLarge }

    /// Whether a frame has begun that has not ended.
    package var isWithinFrame: Bool { missing != nil || !header.isEmpty }

    /// What bytes complete.
    package enum Piece: Sendable {
        case frame([UInt8])
        /// A frame begins that is too large, of so many bytes: they are skipped.
        case tooLarge(Int)
    }

    /// Takes bytes, and calls `body` with each frame that they complete.
    ///
    /// - Throws: ``SocketFault/frameTooLarge`` if a header announces more than ``FrameLimit/bytes``, and it is not skipped.
    package mutating func take(_ bytes: UnsafeRawBufferPointer, _ body: ([UInt8]) -> Void) throws(SocketFault) {
        try takePieces(bytes) { if case .frame(let frame) = $0 { body(frame) } }
    }

    /// The same, with word of the frames that are skipped.
    package mutating func takePieces(_ bytes: UnsafeRawBufferPointer, _ body: (Piece) -> Void) throws(SocketFault) {
        var position = 0
        while position < bytes.count {
            guard let lacking = missing else {
                header.append(bytes[position])
                position += 1
                if header.count == 4 { try begin(body) }
                finishIfComplete(body)
                continue
            }
            let count = min(lacking, bytes.count - position)
            if !isSkipping { frame.append(contentsOf: bytes[position..<(position + count)]) }
            position += count
            missing = lacking - count
            finishIfComplete(body)
        }
    }

    private mutating func begin(_ body: (Piece) -> Void) throws(SocketFault) {
        let length = header.reduce(0) { $0 << 8 | Int($1) }
        isSkipping = length > FrameLimit.bytes
        guard !isSkipping || skipsTooLarge else { throw .frameTooLarge }
        header.removeAll(keepingCapacity: true)
        if isSkipping { body(.tooLarge(length)) } else { frame.reserveCapacity(length) }
        missing = length
    }

    private mutating func finishIfComplete(_ body: (Piece) -> Void) {
        guard missing == 0 else { return }
        missing = nil
        guard !isSkipping else { return }
        let whole = frame
        frame = []
        body(.frame(whole))
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
