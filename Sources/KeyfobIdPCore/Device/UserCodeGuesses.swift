import KeyfobOAuth

/// How many wrong user codes are borne (RFC 8628 section 5.1): a few on one page, and more from one address, at which many
/// people may be, within the time for which a code lives.
enum UserCodeGuesses {
    /// After so many a page ends.
    static let mostOnOnePage = 10
    /// After so many an address has to wait until the next stretch of time, whatever it enters.
    static let mostFromOneAddress = 50

    /// Whether an address has to wait, and for how many seconds; nil if it need not.
    static func wait(_ context: RequestContext, _ transaction: any IdPTransaction) throws -> Int64? {
        guard let (address, number, remaining) = stretch(context),
            try transaction.isNonceSpent(hash: slot(mostFromOneAddress - 1, address, number))
        else { return nil }
        return remaining
    }

    /// Counts a wrong code. The counts are kept as what can be used once: each wrong code uses one of the address's.
    static func count(_ context: RequestContext, _ transaction: any IdPTransaction) throws {
        guard let (address, number, remaining) = stretch(context) else { return }
        for index in 0..<mostFromOneAddress
        where try transaction.spendNonce(hash: slot(index, address, number), until: context.now + remaining) {
            return
        }
    }

    /// The address, the present stretch of time, and how many seconds are left of it; nil where no address is known.
    private static func stretch(_ context: RequestContext) -> (address: String, number: Int64, remaining: Int64)? {
        let length = max(context.configuration.deviceCodeLifetime, 1)
        return context.network.map { ($0, context.now / length, length - context.now % length) }
    }

    private static func slot(_ index: Int, _ address: String, _ stretch: Int64) -> [UInt8] {
        TokenHash.of("wrong user code|\(address)|\(stretch)|\(index)")
    }
}
