import KeyfobCore

/// The code that a user types (RFC 8628 section 6.1): nine characters that are easy to tell apart.
package enum UserCode {
    private static let alphabet = Array("BCDFGHJKLMNPQRSTVWXZ23456789")

    static func make(_ random: any RandomSource) -> String {
        var code = ""
        while code.count < 9 {
            // Bytes above the last multiple of the alphabet's size would favour its beginning.
            for byte in random.bytes(16) where code.count < 9 && Int(byte) < 256 / alphabet.count * alphabet.count {
                code.append(alphabet[Int(byte) % alphabet.count])
            }
        }
        return code
    }

    /// The hash of a typed code; letter case, spaces and dashes do not matter.
    package static func hash(_ typed: String) -> [UInt8] {
        TokenHash.of(typed.uppercased().filter { $0 != " " && $0 != "-" })
    }
}
