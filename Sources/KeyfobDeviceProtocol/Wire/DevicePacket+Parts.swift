import KeyfobCore

/// Responses that are larger than a frame: those with a full access group may be.
extension DevicePacket {
    /// How many bytes of an attachment one packet carries: with the longest header they fit into a frame.
    static let partBytes = 1 << 18
    /// How many bytes the attachment of a response may have in all: it limits what waits to be written.
    package static let responseLimit = 12 << 20

    /// Returns the frames of a response: one, or several with parts of its attachment, the last of which has its header.
    ///
    /// - Parameter number: the request's number.
    /// - Returns: nil if it is more than its reader accepts.
    package func frames(answering number: Int64) -> [[UInt8]]? {
        guard attachment.count <= Self.responseLimit else { return nil }
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

    /// Whether it is a part of a response's attachment, and more of it follows.
    package var isPart: Bool { header["is"] == "part" }
}
