import KeyfobCore
import KeyfobCrypto
import KeyfobIdPModel

/// Texted codes, and the texts about them on pages.
package enum FactorText {
    /// The seconds for which a texted code is valid.
    static let lifetime: Int64 = 300
    /// The number of codes that are texted to one user in an hour.
    static let mostInAnHour = 5

    /// Six digits, uniformly distributed.
    static func code(_ random: any RandomSource) -> String {
        while true {
            let number = random.bytes(4).reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
            // Numbers above the last multiple of a million would favour small codes.
            guard number < 4_294_000_000 else { continue }
            let text = String(number % 1_000_000)
            return String(repeating: "0", count: 6 - text.count) + text
        }
    }

    /// The stored hash of a code: useless without the sign-in to which it belongs, and for any other number.
    static func hash(_ code: String, to number: String, _ pending: PendingSignIn) -> [UInt8] {
        Digest.sha256(pending.browserHash + pending.idHash + Array(code.utf8) + Array("|\(number)".utf8))
    }

    /// A number of which only the end is readable: `+XX XXXXXXX42`.
    static func masked(_ number: String) -> String { "+XX XXXXXXX\(number.suffix(2))" }

    /// The number without separators; nil if it is malformed (E.164).
    package static func number(_ typed: String) -> String? {
        let number = typed.filter { !" -()/.".contains($0) }
        let digits = number.dropFirst()
        guard number.first == "+", (7...15).contains(digits.utf8.count),
            digits.utf8.allSatisfy({ (0x30...0x39).contains($0) })
        else { return nil }
        return number
    }

    /// The key of an authenticator app in base32: 16 to 64 bytes; nil if it is none.
    package static func authenticatorKey(_ text: String) -> [UInt8]? {
        Base32.decode(text).flatMap { (16...64).contains($0.count) ? $0 : nil }
    }

    static func escaped(_ text: String) -> String { PercentEncoding.encode(text) }
}
