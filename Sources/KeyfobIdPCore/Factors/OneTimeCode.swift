import KeyfobCrypto

/// The codes of authenticator apps (RFC 6238): HMAC-SHA-1, steps of 30 seconds, six digits.
package enum OneTimeCode {
    /// The length of a step in seconds.
    package static let stepSeconds: Int64 = 30

    /// The step that contains a moment.
    ///
    /// - Parameter time: Unix seconds.
    package static func step(at time: Int64) -> Int64 { max(0, time) / stepSeconds }

    /// The code of a step (RFC 4226 section 5.3).
    ///
    /// - Parameters:
    ///   - step: the counter.
    ///   - key: the shared key.
    ///   - digits: six to eight.
    package static func code(step: Int64, key: [UInt8], digits: Int = 6) -> String {
        let counter = withUnsafeBytes(of: UInt64(max(0, step)).bigEndian, Array.init)
        let mac = HMACSHA1.authenticate(counter, key: key)
        let offset = Int(mac[mac.count - 1] & 0x0F)
        let number = mac[offset..<(offset + 4)].reduce(UInt32(0)) { $0 << 8 | UInt32($1) } & 0x7FFF_FFFF
        let modulus: UInt32 = digits >= 8 ? 100_000_000 : digits == 7 ? 10_000_000 : 1_000_000
        let text = String(number % modulus)
        return String(repeating: "0", count: max(0, min(max(digits, 6), 8) - text.count)) + text
    }

    /// The step of a code, among the present one and its neighbours, because clocks differ and users need time.
    ///
    /// - Parameters:
    ///   - code: six digits, as typed.
    ///   - key: the authenticator's.
    ///   - time: now, in seconds since 1970.
    ///   - last: the step of the last accepted code; it and earlier steps are not accepted again.
    /// - Returns: nil if the code is of none of them.
    package static func acceptedStep(_ code: String, key: [UInt8], at time: Int64, after last: Int64?) -> Int64? {
        let now = step(at: time)
        let candidates = (now - 1...now + 1).filter { $0 > (last ?? -1) }
        // Compares every candidate, so that the time reveals nothing.
        return candidates.filter { ConstantTime.equal(Array(Self.code(step: $0, key: key).utf8), Array(code.utf8)) }
            .first
    }

    /// The address for adding a key to an authenticator app: `otpauth://totp/ISSUER:USER?secret=...&issuer=ISSUER`.
    static func address(key: [UInt8], user: String, issuer: String) -> String {
        let issuer = FactorText.escaped(issuer)
        return "otpauth://totp/\(issuer):\(FactorText.escaped(user))?secret=\(Base32.encode(key))&issuer=\(issuer)"
    }
}
