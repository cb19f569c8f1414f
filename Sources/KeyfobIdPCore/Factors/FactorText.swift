import KeyfobCore
import KeyfobCrypto

/// Codes that are texted, and what stands on pages about them.
enum FactorText {
    /// For how many seconds a texted code counts.
    static let lifetime: Int64 = 300
    /// How many codes are texted to one user in an hour.
    static let mostInAnHour = 5

    /// Six digits, each number as likely as any other.
    static func code(_ random: any RandomSource) -> String {
        while true {
            let number = random.bytes(4).reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
            // Numbers above the last multiple of a million would favour its beginning.
            guard number < 4_294_000_000 else { continue }
            let text = String(number % 1_000_000)
            return String(repeating: "0", count: 6 - text.count) + text
        }
    }

    /// What is kept of a code: it is worth nothing without the sign-in that it belongs to, and proves that one number only.
    static func hash(_ code: String, to number: String, _ pending: PendingSignIn) -> [UInt8] {
        Digest.sha256(pending.browserHash + pending.idHash + Array(code.utf8) + Array("|\(number)".utf8))
    }

    /// A number of which only the end can be read: `+XX XXXXXXXX42`.
    static func masked(_ number: String) -> String { "+XX XXXXXXX\(number.suffix(2))" }

    /// The number without what people put between digits; nil if it is none (E.164).
    static func number(_ typed: String) -> String? {
        let number = typed.filter { !" -()/.".contains($0) }
        let digits = number.dropFirst()
        guard number.first == "+", (7...15).contains(digits.utf8.count),
            digits.utf8.allSatisfy({ (0x30...0x39).contains($0) })
        else { return nil }
        return number
    }

    static func escaped(_ text: String) -> String { PercentEncoding.encode(text) }
}
