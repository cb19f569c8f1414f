/// Assembles frames from the bytes that arrive: each is its length in four bytes, big-endian, and that many bytes. A
/// value without I/O that accepts any input.
package struct FrameAssembler {
    /// Whether the bytes of a frame that is too large are skipped; otherwise such a frame is an error.
    private let skipsTooLarge: Bool
    /// Whether the current frame is skipped.
    private var isSkipping = false
    private var header: [UInt8] = []
    private var frame: [UInt8] = []
    /// How many bytes the frame still lacks; nil while its header is read.
    private var missing: Int?

    /// Makes an assembler.
    ///
    /// - Parameter skipsTooLarge: whether it continues after a frame that is too large.
    package init(skipsTooLarge: Bool = false) { self.skipsTooLarge = skipsTooLarge }

    /// Whether a frame has begun and not ended.
    package var isWithinFrame: Bool { missing != nil || !header.isEmpty }

    /// An element of the input.
    package enum Piece: Sendable {
        case frame([UInt8])
        /// The start of a frame that is too large, with its length: its bytes are skipped.
        case tooLarge(Int)
    }

    /// Reads bytes, and calls `body` with each frame that they complete.
    ///
    /// - Throws: ``SocketError/frameTooLarge`` if a header announces more than ``FrameLimit/bytes``, and it is not skipped.
    package mutating func take(_ bytes: UnsafeRawBufferPointer, _ body: ([UInt8]) -> Void) throws(SocketError) {
        try takePieces(bytes) { if case .frame(let frame) = $0 { body(frame) } }
    }

    /// Reads bytes like ``take(_:_:)``, and also reports the frames that are skipped.
    package mutating func takePieces(_ bytes: UnsafeRawBufferPointer, _ body: (Piece) -> Void) throws(SocketError) {
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

    private mutating func begin(_ body: (Piece) -> Void) throws(SocketError) {
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

    /// Returns the header of a frame of so many bytes.
    ///
    /// - Throws: ``SocketError/frameTooLarge`` if they are more than ``FrameLimit/bytes``.
    package static func header(_ count: Int) throws(SocketError) -> [UInt8] {
        guard count <= FrameLimit.bytes else { throw .frameTooLarge }
        return [
            UInt8(truncatingIfNeeded: count >> 24), UInt8(truncatingIfNeeded: count >> 16),
            UInt8(truncatingIfNeeded: count >> 8), UInt8(truncatingIfNeeded: count),
        ]
    }
}

/// The limits for both ends of a local socket, in bytes.
package enum FrameLimit {
    /// The largest frame: a hundred times the size of any message.
    package static let bytes = 1 << 20
    /// How much may wait to be written before no more is read from the same peer, so that one that sends requests
    /// without reading the responses is slowed down.
    static let highWater = 1 << 20
    /// How much may wait before the connection is closed.
    static let backlog = 1 << 24
}
