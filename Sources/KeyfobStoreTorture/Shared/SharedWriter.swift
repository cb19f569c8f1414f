import KeyfobCache
import KeyfobCore
import KeyfobStoreSharedFile
import KeyfobTesting

/// A process that writes token responses of its accounts into a shared file, determined by a seed.
struct SharedWriter {
    private let store: SharedFileCredentialStore
    private let writer: String
    private var random: SplitMix
    private var newest: [String] = []
    private var longestWait: Duration = .zero

    private init(path: String, writer: String, seed: UInt64, isCareless: Bool) throws(AuthError) {
        store = SharedFileCredentialStore(
            try WatchedCache(path: path, writer: writer, isCareless: isCareless), authority: "contoso.test")
        self.writer = writer
        random = SplitMix(seed: seed)
    }

    /// Performs `work WRITER SEED OPERATIONS [careless]`; replies to every other line with `ready`.
    static func main(path: String) async {
        while let line = readLine() {
            let words = line.split(separator: " ").map(String.init)
            guard words.count >= 4, words[0] == "work" else {
                WorkerOutput.write("ready")
                continue
            }
            do throws(AuthError) {
                var writer = try SharedWriter(
                    path: path, writer: words[1], seed: UInt64(words[2]) ?? 0, isCareless: words.count > 4)
                WorkerOutput.write(await writer.run(operations: Int(words[3]) ?? 0))
            } catch {
                WorkerOutput.write("error \(error.code): \(error)")
            }
        }
    }

    private mutating func run(operations: Int) async -> String {
        for number in 0..<operations {
            do throws(AuthError) {
                try await step(number)
            } catch {
                WorkerOutput.write("unreadable \(error.code) \(error.message)")
            }
            // Leaves time for others: a process that polls for the lock would otherwise never get it.
            try? await Task.sleep(for: .milliseconds(random.below(60)))
        }
        return "done \(operations) \(longestWait.microseconds)"
    }

    /// Adds an account, or gives one of its accounts a new token; then reads another.
    private mutating func step(_ number: Int) async throws(AuthError) {
        let isNew = newest.isEmpty || random.below(100) < 60
        let account = isNew ? "\(writer)-\(newest.count)" : "\(writer)-\(random.below(newest.count))"
        let token = "token-\(account)-\(number)"
        let started = ContinuousClock().now
        let input = SaveInput.made(account: account, token: token)
        _ = try await store.write { transaction throws(AuthError) in try CredentialRules.save(input, in: transaction) }
        longestWait = max(longestWait, ContinuousClock().now - started)
        WorkerOutput.write("stored \(account) \(token)")
        if isNew { newest.append(account) }
        let other = "\(writer)-\(random.below(newest.count))"
        if try store.partition(homeAccountID: "\(other).tenant")?.accessTokens.isEmpty != false {
            WorkerOutput.write("absent \(other)")
        }
    }
}
