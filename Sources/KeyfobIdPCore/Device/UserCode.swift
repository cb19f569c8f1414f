import KeyfobCore
import KeyfobIdPModel
import KeyfobOAuth

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

/// The limits for wrong user codes (RFC 8628 section 5.1): a few on one page, and more from one address, which many
/// users may share, within the lifetime of a code.
enum UserCodeGuesses {
    /// The number of wrong codes that ends a page.
    static let mostOnOnePage = 10
    /// The number of wrong codes after which an address has to wait for the next interval, whatever it enters.
    static let mostFromOneAddress = 50

    /// The seconds for which an address has to wait; nil if it does not.
    static func wait(_ context: RequestContext, _ transaction: any IdPTransaction) throws -> Int64? {
        guard let (address, number, remaining) = stretch(context),
            try transaction.isNonceSpent(hash: slot(mostFromOneAddress - 1, address, number))
        else { return nil }
        return remaining
    }

    /// Counts a wrong code. The counts are stored as single-use values: each wrong code uses one of the address's.
    static func count(_ context: RequestContext, _ transaction: any IdPTransaction) throws {
        guard let (address, number, remaining) = stretch(context) else { return }
        for index in 0..<mostFromOneAddress
        where try transaction.spendNonce(hash: slot(index, address, number), until: context.now + remaining) {
            return
        }
    }

    /// The address, the present interval, and the seconds that are left of it; nil where no address is known.
    private static func stretch(_ context: RequestContext) -> (address: String, number: Int64, remaining: Int64)? {
        let length = max(context.configuration.deviceCodeLifetime, 1)
        return context.network.map { ($0, context.now / length, length - context.now % length) }
    }

    private static func slot(_ index: Int, _ address: String, _ stretch: Int64) -> [UInt8] {
        TokenHash.of("wrong user code|\(address)|\(stretch)|\(index)")
    }
}
