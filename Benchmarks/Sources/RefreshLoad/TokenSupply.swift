import KeyfobCore

/// The refresh tokens that a client of the load redeems.
enum TokenSupply {
    /// The token of the last response.
    case rotating(Secret<String>)
    /// One of so many tokens that were written into the provider's database, drawn at random for each grant. They stay
    /// valid when they are redeemed.
    case drawn(count: Int)

    /// The token for the next grant.
    func next() -> Secret<String> {
        switch self {
        case .rotating(let token): token
        case .drawn(let count): Self.written(Int.random(in: 0..<count))
        }
    }

    /// Notes the refresh token of a response.
    mutating func keep(_ token: Secret<String>) {
        if case .rotating = self { self = .rotating(token) }
    }

    /// The token with that number, as Benchmarks/harness/directory.py writes it: as long as the provider's own.
    static func written(_ number: Int) -> Secret<String> {
        let digits = String(number)
        return Secret("load-" + String(repeating: "0", count: max(0, 59 - digits.utf8.count)) + digits)
    }
}
