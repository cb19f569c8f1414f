import KeyfobCore

/// Answers that are larger than what one frame carries: an access group alone may be.
extension DevicePacket {
    /// How many bytes of an attachment one packet carries: with the longest header they fit into a frame.
    static let partBytes = 1 << 18
    /// How many bytes the attachment of an answer may have in all: what waits to be written is not to grow further.
    package static let answerLimit = 12 << 20

    /// The frames of an answer: one, or several with parts of its attachment, the last of which has its header.
    ///
    /// - Parameter number: that of the request.
    /// - Returns: nil if it is more than its reader would take.
    package func frames(answering number: Int64) -> [[UInt8]]? {
        guard attachment.count <= Self.answerLimit else { return nil }
        var frames: [[UInt8]] = []
        var rest = self
        if attachment.count > Self.partBytes {
            var begin = 0
            while attachment.count - begin > Self.partBytes {
                let end = begin + Self.partBytes
                let header: [String: JSONValue] = ["re": .integer(number), "is": "part"]
                frames.append(DevicePacket(header: header, attachment: Array(attachment[begin..<end])).bytes())
                begin = end
            }
            rest.attachment = Array(attachment[begin...])
        }
        let last = rest.bytes()
        guard !Self.isOverlong(last) else { return nil }
        return frames + [last]
    }

    /// Whether it is a part of an answer's attachment, and more of it follows.
    package var isPart: Bool { header["is"] == "part" }
}
