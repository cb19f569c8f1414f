package import KeyfobCore

/// A message between an app and the switchboard: a header that the switchboard reads, and bytes that it only passes on.
///
/// On the wire a packet is the header's length in four bytes, big-endian, the header as JSON, and the attachment up to
/// the frame's end. The content of a single sign-on request is an attachment, so that the switchboard neither parses
/// nor sees it.
package struct DevicePacket: Sendable, Hashable {
    /// The part that the switchboard reads.
    package var header: [String: JSONValue]
    /// The part that it passes on.
    package var attachment: [UInt8]

    /// The longest header, in bytes: enough for a value of 250,000 bytes as base64url and all other members.
    package static let headerLimit = 1 << 19

    /// Makes a packet.
    package init(header: [String: JSONValue], attachment: [UInt8] = []) {
        self.header = header
        self.attachment = attachment
    }

    /// Reads a packet from a whole frame.
    ///
    /// - Throws: ``DeviceError`` with code ``DeviceError/Code/malformed``; never traps, whatever the bytes.
    package init(parsing frame: [UInt8]) throws(DeviceError) {
        guard let length = Self.headerLength(frame) else {
            throw .malformed("A packet is shorter than its header's length.")
        }
        guard length <= Self.headerLimit, length <= frame.count - 4 else {
            throw .malformed("A packet's header is longer than the packet, or than \(Self.headerLimit) bytes.")
        }
        let parsed: JSONValue
        do {
            parsed = try JSONValue(parsing: frame[4..<(4 + length)], maximumDepth: 32)
        } catch {
            throw .malformed("A packet's header is no JSON: \(error).")
        }
        guard let header = parsed.objectValue else { throw .malformed("A packet's header is no JSON object.") }
        self.header = header
        attachment = Array(frame[(4 + length)...])
    }

    /// Whether a reader accepts the header: an event contains more than the request that caused it, and is longer.
    package var hasReadableHeader: Bool {
        // Hardly any packet comes near the limit; only those that do are encoded to find out.
        let most = header.reduce(2) { $0 + 6 * $1.key.utf8.count + 4 + Self.mostBytes(of: $1.value) }
        return most <= Self.headerLimit || JSONValue.object(header).bytes().count <= Self.headerLimit
    }

    /// Returns how many bytes a value has at most when it is encoded: each byte of a text up to six.
    private static func mostBytes(of value: JSONValue) -> Int {
        switch value {
        case .null, .bool: 5
        case .number(let text): text.utf8.count
        case .string(let text): 6 * text.utf8.count + 2
        case .array(let elements): elements.reduce(2) { $0 + 1 + mostBytes(of: $1) }
        case .object(let members):
            members.reduce(2) { $0 + 6 * $1.key.utf8.count + 4 + mostBytes(of: $1.value) }
        }
    }

    /// Returns whether a packet's header is longer than the limit.
    package static func isOverlong(_ frame: [UInt8]) -> Bool { (headerLength(frame) ?? 0) > headerLimit }

    private static func headerLength(_ frame: [UInt8]) -> Int? {
        guard frame.count >= 4 else { return nil }
        return Int(frame[0]) << 24 | Int(frame[1]) << 16 | Int(frame[2]) << 8 | Int(frame[3])
    }

    /// Returns the packet's bytes, the content of a frame.
    package func bytes() -> [UInt8] {
        let text = JSONValue.object(header).bytes()
        var out: [UInt8] = []
        out.reserveCapacity(4 + text.count + attachment.count)
        for shift in [24, 16, 8, 0] { out.append(UInt8(truncatingIfNeeded: text.count >> shift)) }
        out.append(contentsOf: text)
        out.append(contentsOf: attachment)
        return out
    }
}
