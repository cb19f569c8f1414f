#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// The source of unpredictable bytes for verifiers, states, nonces, codes, tokens and salts.
public protocol RandomSource: Sendable {
    /// Returns that many unpredictable bytes.
    func bytes(_ count: Int) -> [UInt8]
}

/// The operating system's cryptographically secure generator.
public struct SystemRandomSource: RandomSource {
    /// Makes the system's source.
    public init() {}

    /// Returns that many bytes from the system's generator.
    public func bytes(_ count: Int) -> [UInt8] {
        var out = [UInt8](repeating: 0, count: max(0, count))
        #if canImport(Darwin)
        // Never fails, and is in the SDK of every Apple platform; `getentropy` is in that of macOS only.
        out.withUnsafeMutableBytes { buffer in
            if let start = buffer.baseAddress { arc4random_buf(start, buffer.count) }
        }
        #else
        let isFilled = out.withUnsafeMutableBytes { buffer in
            // One system call per 256 bytes, the maximum of `getentropy`; the language's generator makes one for every
            // 8.
            stride(from: 0, to: buffer.count, by: 256).allSatisfy { start in
                let part = UnsafeMutableRawBufferPointer(rebasing: buffer[start..<min(start + 256, buffer.count)])
                return part.baseAddress.map { getentropy($0, part.count) == 0 } ?? false
            }
        }
        if !isFilled {
            var generator = SystemRandomNumberGenerator()
            for index in out.indices { out[index] = UInt8.random(in: .min ... .max, using: &generator) }
        }
        #endif
        return out
    }
}

extension RandomSource {
    /// Returns a random token: that many bytes of entropy, as base64url without padding.
    ///
    /// - Parameter byteCount: the entropy in bytes; 32 gives the 43 characters that RFC 7636 section 4.1 recommends.
    public func token(byteCount: Int = 32) -> String { Base64URL.encode(bytes(byteCount)) }

    /// Returns a random UUID (RFC 9562 version 4) in lower case, as in correlation ids and trace ids.
    public func uuid() -> String {
        var raw = bytes(16)
        raw[6] = (raw[6] & 0x0F) | 0x40
        raw[8] = (raw[8] & 0x3F) | 0x80
        var out: [UInt8] = []
        out.reserveCapacity(36)
        for (index, byte) in raw.enumerated() {
            if index == 4 || index == 6 || index == 8 || index == 10 { out.append(UInt8(ascii: "-")) }
            Hex.write(byte, to: &out)
        }
        return String(decoding: out, as: UTF8.self)
    }
}
