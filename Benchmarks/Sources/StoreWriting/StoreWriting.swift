import Foundation
import KeyfobCache
import KeyfobCore
import KeyfobStoreSQLite

/// `store-writing seed HOME ACCOUNTS` fills a store; the other commands measure over it and print JSON lines:
/// `foreign HOME ROUNDS` reads after another process's write, `save HOME ROUNDS` saves beside a probe, `list HOME` lists;
/// `add HOME ID SECONDS TASKS` and `probe HOME ID SECONDS` add as one process of several, from the first line that
/// they read; `writer HOME` is the other process of `foreign`.
@main
struct StoreWriting {
    static func main() async {
        let words = Array(CommandLine.arguments.dropFirst())
        do {
            guard words.count >= 2, try await run(words[0], home: words[1], Array(words.dropFirst(2))) else {
                fail("usage: store-writing seed|foreign|save|list|add|probe|writer HOME ...", code: 2)
            }
        } catch {
            fail("\(error)", code: 1)
        }
    }

    private static func run(_ command: String, home: String, _ rest: [String]) async throws -> Bool {
        let numbers = rest.map { Int($0) ?? 0 }
        switch (command, rest.count) {
        case ("seed", 1): try await seed(open(home), accounts: numbers[0])
        case ("foreign", 1): try await ForeignWrites(home: home).measure(rounds: numbers[0])
        case ("save", 1): try await Saving(home: home).measure(rounds: numbers[0])
        case ("list", 0): try list(open(home))
        case ("add", 3): try await Adding(id: rest[0], seconds: numbers[1]).run(open(home), tasks: max(1, numbers[2]))
        case ("probe", 2): try Adding(id: rest[0], seconds: numbers[1]).run(Probe(path: home + "/probe.sqlite"))
        case ("writer", 0): try await ForeignWrites.write(open(home))
        default: return false
        }
        return true
    }

    static func open(_ home: String) throws -> SQLiteCredentialStore {
        try SQLiteCredentialStore(
            group: .standard, home: home, clock: SystemClock(), random: SystemRandomSource(),
            keys: FileSealingKey(directory: home + "/keys"))
    }

    private static func seed(_ store: SQLiteCredentialStore, accounts: Int) async throws {
        for start in stride(from: 0, to: accounts, by: 1000) {
            try await store.write { transaction throws(AuthError) in
                for index in start..<min(start + 1000, accounts) {
                    try CredentialRules.save(SampleResponse.of("user\(index)", number: 0), in: transaction)
                }
            }
        }
        print(#"{"accounts":\#(accounts)}"#)
    }

    private static func list(_ store: SQLiteCredentialStore) throws {
        var taken: [Double] = []
        var count = 0
        for _ in 0..<50 {
            let started = ContinuousClock().now
            count = try CredentialRules.accounts(
                in: store, clientID: SampleResponse.clientID, app: SampleResponse.app
            ).count
            taken.append((ContinuousClock().now - started).microseconds)
        }
        print(#"{"accounts":\#(count),"p50_us":\#(taken.percentile(50)),"p99_us":\#(taken.percentile(99))}"#)
    }

    static func fail(_ message: String, code: Int32) -> Never {
        FileHandle.standardError.write(Data((message + "\n").utf8))
        exit(code)
    }
}

extension Duration {
    /// Microseconds.
    var microseconds: Double { Double(components.attoseconds) / 1e12 + Double(components.seconds) * 1e6 }
}

extension [Double] {
    /// The value that so many percent of the values do not exceed; 0 for none.
    func percentile(_ percent: Int) -> Double { isEmpty ? 0 : sorted()[Swift.min(count - 1, count * percent / 100)] }
}
