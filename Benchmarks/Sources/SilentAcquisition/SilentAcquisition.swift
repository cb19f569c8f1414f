import Foundation
import KeyfobClient
import KeyfobCore

/// `silent-acquisition seed HOME ACCOUNTS` fills a store; `silent-acquisition measure HOME` measures over it and prints
/// one JSON line for each figure.
@main
struct SilentAcquisition {
    static func main() async {
        let arguments = Array(CommandLine.arguments.dropFirst())
        do {
            if arguments.count == 3, arguments[0] == "seed", let accounts = Int(arguments[2]), accounts > 0 {
                try await seed(home: arguments[1], accounts: accounts)
            } else if arguments.count == 2, arguments[0] == "measure" {
                try await measure(home: arguments[1])
            } else {
                fail("usage: silent-acquisition seed HOME ACCOUNTS | measure HOME", code: 2)
            }
        } catch {
            fail("\(error)", code: 1)
        }
    }

    static func seed(home: String, accounts: Int) async throws {
        let started = ContinuousClock().now
        try await SampleStore.fill(SampleStore.open(home: home), accounts: accounts)
        let seconds = (ContinuousClock().now - started).components.seconds
        print(#"{"account":"\#(SampleAccount(index: 0).homeAccountID)","accounts":\#(accounts),"seconds":\#(seconds)}"#)
    }

    static func measure(home: String) async throws {
        let application = try SampleStore.application(over: SampleStore.open(home: home))
        let before = residentBytes()
        let count = try application.accounts().count
        let hot = try stride(from: 0, to: count, by: max(1, count / 100)).prefix(100).compactMap {
            try application.account(for: SampleAccount(index: $0).homeAccountID)
        }
        _ = try await Measurement(application, accounts: hot, scopes: SampleAccount.granted, calls: 1, warm: true)
        let grown = Double(max(0, residentBytes() - before)) / Double(count)
        print(#"{"accounts":\#(count),"resident_bytes_per_account":\#(grown)}"#)

        let everyone = try application.accounts()
        for (scopesName, scopes) in [("exact", SampleAccount.granted), ("subset", SampleAccount.subset)] {
            for (name, accounts) in [("hot", hot), ("looked up", hot), ("random", everyone)] {
                let measured = try await Measurement(
                    application, accounts: accounts, scopes: scopes, calls: 20_000, warm: name != "random",
                    lookingUp: name == "looked up")
                print(
                    """
                    {"accounts":\(count),"which":"\(name)","scopes":"\(scopesName)","calls":\(measured.calls),\
                    "p50_us":\(measured.p50),"p99_us":\(measured.p99)}
                    """)
            }
        }
    }

    /// What the process holds in memory, in bytes; 0 where `/proc` does not say.
    static func residentBytes() -> Int {
        guard let text = try? String(contentsOfFile: "/proc/self/statm", encoding: .utf8) else { return 0 }
        let pages = text.split(separator: " ").dropFirst().first.flatMap { Int($0) } ?? 0
        return pages * Int(getpagesize())
    }

    static func fail(_ message: String, code: Int32) -> Never {
        FileHandle.standardError.write(Data((message + "\n").utf8))
        exit(code)
    }
}
