import Dispatch
import Foundation
import KeyfobBackport
import KeyfobCore
import KeyfobTesting

/// Random damages to a store's files, one after the other, each to a new copy.
enum DamageTorture {
    /// Runs the test and prints a report; the exit status is 1 if a damage has no remedy, 2 for invalid arguments.
    static func main(_ arguments: [String]) async -> Int32 {
        guard let options = DamageOptions(arguments) else {
            print(DamageOptions.usage)
            return 2
        }
        print("damage: seed \(options.seed)")
        let watch = Watch(limit: options.limit)
        watch.begin("the original")
        do {
            let original = try await DamageOriginal(parent: options.parent)
            defer { original.remove() }
            return try await run(options, original, watch)
        } catch {
            print("The test could not start: \(error)")
            return 1
        }
    }

    private static func run(
        _ options: DamageOptions, _ original: DamageOriginal, _ watch: Watch
    ) async throws -> Int32 {
        var counts: [String: Int] = [:]
        var stuck = 0
        var kept = 0
        for number in options.first..<options.first + options.runs {
            watch.begin("damage \(number)")
            var random = SplitMix(seed: options.seed &+ UInt64(number))
            let copy = try original.copy(named: "round-\(number)")
            defer { copy.remove() }
            let damage = DamageKind.allCases[number % DamageKind.allCases.count]
            try damage.spoil(copy, of: original, &random)
            let outcome = await DamageRound(copy: copy, original: original, asks: random.below(2) == 0).play()
            counts[outcome.word, default: 0] += 1
            kept += outcome.kept
            if case .stuck(let reason) = outcome.fate {
                stuck += 1
                print("stuck \(number) \(damage): \(reason)")
            } else if options.isVerbose {
                print("\(number) \(damage): \(outcome.word), \(outcome.kept) of \(original.tokens.count) tokens")
            }
        }
        for (word, count) in counts.sorted(by: { $0.key < $1.key }) { print("\(word)  \(count)") }
        print("tokens kept  \(kept) of \(options.runs * original.tokens.count)")
        return stuck == 0 ? 0 : 1
    }

    /// Ends the process if one damage takes longer than the limit. The time of all of them says nothing: a machine with
    /// much else to do takes ten times as long.
    private final class Watch: Sendable {
        private let limit: Int
        private let begun = Mutex(0)

        init(limit: Int) { self.limit = limit }

        func begin(_ name: String) {
            let number = begun.withLock { begun in
                begun += 1
                return begun
            }
            DispatchQueue.global().asyncAfter(deadline: .now() + .seconds(limit)) {
                guard self.begun.withLock({ $0 }) == number else { return }
                print("hung: \(name) is not finished after \(self.limit) s")
                exit(1)
            }
        }
    }
}
