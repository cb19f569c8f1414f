import Foundation
import KeyfobClient
import KeyfobCore

/// The time of single calls, as a person who waits for one would have it.
struct Measurement {
    let p50: Double
    let p99: Double
    let calls: Int

    /// Calls with accounts drawn at random, from the same seed each time.
    init(
        _ application: PublicClientApplication, accounts: [Account], scopes: ScopeSet, calls: Int, warm: Bool,
        lookingUp: Bool = false
    ) async throws {
        var random = SplitMix(state: 1)
        if warm {
            for account in accounts { try await Self.call(application, account, scopes) }
        }
        let clock = ContinuousClock()
        var taken: [Duration] = []
        taken.reserveCapacity(calls)
        for _ in 0..<calls {
            let account = accounts[Int.random(in: 0..<accounts.count, using: &random)]
            let started = clock.now
            // As an app does that has kept the identifier, and nothing else, since its last start.
            guard let account = lookingUp ? try application.account(for: account.identifier) : account else {
                throw Missed()
            }
            try await Self.call(application, account, scopes)
            taken.append(clock.now - started)
        }
        taken.sort()
        p50 = Self.microseconds(taken[calls / 2])
        p99 = Self.microseconds(taken[calls * 99 / 100])
        self.calls = calls
    }

    private static func call(
        _ application: PublicClientApplication, _ account: Account, _ scopes: ScopeSet
    ) async throws {
        let result = try await application.acquireTokenSilent(SilentParameters(scopes: scopes, account: account))
        guard result.source == .cache, result.idToken != nil else { throw Missed() }
    }

    private static func microseconds(_ duration: Duration) -> Double {
        Double(duration.components.attoseconds) / 1e12 + Double(duration.components.seconds) * 1e6
    }
}

/// A call that was not answered from the store with both tokens.
struct Missed: Error {}

/// Random numbers that are the same in every run.
struct SplitMix: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = (state ^ (state >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }
}
