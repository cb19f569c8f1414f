#if Server
import Foundation
import KeyfobCore
import KeyfobDeviceClient
import KeyfobDeviceProtocol
import KeyfobOAuth
import KeyfobTesting

extension DemoRunCommand {
    /// Leaves everything running until the person ends it by an empty line, and lets them use the device's apps: the
    /// broker's pages open in their own browser.
    func stay(_ demo: DemoEnvironment, _ table: Table) async throws {
        table.line(
            """

            Still running:
              provider   \(demo.authority)
              CA         \(demo.provider.caFile)
              users      \(SeedNames.ada), \(SeedNames.grace); password \(SeedNames.password)
              admin API  \(demo.admin.base.origin)/_admin, bearer token in \(demo.provider.directory)/admin-token

            Sign in from another terminal:
              export KEYFOB_HOME=\(demo.directory)/home KEYFOB_CA_FILE=\(demo.provider.caFile)
              keyfob login --client-id \(SeedNames.suite) --authority \(demo.authority) --scope \(SeedNames.read)
            """)
        let device = try demo.onDevice()
        try await device.removeBroker()
        try await device.installBroker()
        let browserFolder = try BrowserRelay(try await device.brokersBrowserFolder()) { address in
            table.line("Open this in a browser on this machine: \(address)")
        }
        table.line(
            """

            The device's apps, with a fresh broker. Type a line:
              a  sign in at Contoso A        n  sign in at Fabrikam Notes
              A  call the API from A         N  call it from Notes, silently
              t  what the device has traced  (return alone, or ctrl-C, ends everything)
            Another terminal drives the same device: keyfob-device apps --folder \(device.board.folder)
            """)
        let entry = try await device.lastEntry()
        await withDiscardingTaskGroup { group in
            var isWanted = false
            for await line in Self.lines() {
                isWanted = line.isEmpty
                guard !isWanted else { break }
                // Meanwhile the person may continue typing: a page waits for them in their browser.
                group.addTask { await Self.follow(line, device, table, after: entry) }
            }
            // At a terminal the end of the input ends everything; without a terminal it means nothing.
            if !isWanted, isatty(STDIN_FILENO) == 0 {
                table.line("Standard input is closed: end this process to end everything.")
                await Self.untilTheEnd()
            }
            group.cancelAll()
        }
        browserFolder.end()
    }

    /// Performs the command of a line.
    private static func follow(_ line: String, _ device: DemoDevice, _ table: Table, after entry: Int64) async {
        do {
            switch line {
            case "a": report(try await device.contosoA.ask("sign-in"), device.contosoA, table)
            case "n": report(try await device.notes.ask("sign-in"), device.notes, table)
            case "A": report(try await device.contosoA.call(), device.contosoA, table)
            case "N": report(try await device.notes.call(), device.notes, table)
            case "t":
                for entry in try await device.owner.trace(after: entry) { table.line(entry.json.text()) }
            default: table.line("a, n, A, N or t")
            }
        } catch {
            if !Task.isCancelled { table.line("\(error)") }
        }
    }

    private static func report(_ answer: AppResult, _ app: DeviceAppHandle, _ table: Table) {
        table.line(
            answer.succeeded
                ? "\(app.bundleID): a token of \(answer.user), from \(answer.source)"
                : "\(app.bundleID): \(answer.code): \(answer.message)")
    }

    /// The person's input, read on a separate thread because reading blocks; not by `readLine`, which holds the lock of
    /// standard input meanwhile, so that no other thread could flush its output.
    private static func lines() -> AsyncStream<String> {
        let (lines, continuation) = AsyncStream.makeStream(of: String.self)
        Thread.detachNewThread {
            var pending: [UInt8] = []
            var buffer = [UInt8](repeating: 0, count: 4096)
            while true {
                let count = read(STDIN_FILENO, &buffer, buffer.count)
                if count < 0, errno == EINTR { continue }
                guard count > 0 else { break }
                pending += buffer[..<count]
                while let end = pending.firstIndex(of: 0x0A) {
                    continuation.yield(String(decoding: pending[..<end], as: UTF8.self))
                    pending.removeSubrange(...end)
                }
            }
            continuation.finish()
        }
        return lines
    }
}
#endif
