#if Server
import Foundation
import KeyfobCore
import KeyfobDeviceClient
import KeyfobDeviceProtocol
import KeyfobOAuth
import KeyfobTesting

extension StoryCommand {
    /// Leaves everything running until the person ends it, and lets them use the device's apps: the broker's pages open in
    /// their own browser.
    func stay(_ stage: Stage, _ table: Table) async throws {
        table.line(
            """

            Still running:
              provider   \(stage.authority)
              CA         \(stage.provider.caFile)
              users      \(SeedNames.ada), \(SeedNames.grace); password \(SeedNames.password)
              admin API  \(stage.admin.base.origin)/_admin, bearer token in \(stage.provider.directory)/admin-token

            Sign in from another terminal:
              export KEYFOB_HOME=\(stage.directory)/home KEYFOB_CA_FILE=\(stage.provider.caFile)
              keyfob login --client-id \(SeedNames.suite) --authority \(stage.authority) --scope \(SeedNames.read)
            """)
        if let device = stage.device { try await use(device, table) } else { _ = readLine() }
        await stage.clear()
        try FileManager.default.removeItem(atPath: stage.directory)
    }

    private func use(_ device: DeviceStage, _ table: Table) async throws {
        try await device.removeBroker()
        try await device.installBroker()
        let desk = try await device.brokersDesk()
        try desk.leave()
        table.line(
            """

            The device's apps, with a fresh broker. Type a line:
              a  sign in at Contoso A        n  sign in at Fabrikam Notes
              A  call the API from A         N  call it from Notes, silently
              t  what the device has traced  (return alone ends everything)
            Another terminal drives the same device: keyfob-device apps --folder \(device.board.folder)
            """)
        let entry = try await device.lastEntry()
        while let line = readLine(), !line.isEmpty {
            switch line {
            case "a", "n":
                let app = line == "a" ? device.contosoA : device.notes
                let window = Task { await desk.nextWindow() }
                let shown = Task { table.line("Open this in a browser on this machine: \(await window.value)") }
                let answer = try await app.ask("sign-in")
                shown.cancel()
                report(answer, app, table)
            case "A", "N":
                let app = line == "A" ? device.contosoA : device.notes
                report(try await app.call(), app, table)
            case "t":
                for entry in try await device.owner.trace(after: entry) { table.line(entry.json.text()) }
            default: table.line("a, n, A, N or t")
            }
        }
    }

    private func report(_ answer: Answer, _ app: DeviceAppHandle, _ table: Table) {
        table.line(
            answer.succeeded
                ? "\(app.bundleID): a token of \(answer.user), from \(answer.source)"
                : "\(app.bundleID): \(answer.code): \(answer.message)")
    }
}
#endif
