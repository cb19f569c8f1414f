#if os(Linux)
#if Server
import Foundation
import KeyfobCore
import KeyfobDeviceProtocol
import KeyfobTesting
import Testing

@testable import KeyfobDemo

/// `keyfob-broker accounts` as in its help: the device's owner names the broker's home, which belongs to another user.
@Suite("keyfob-broker accounts, on a device", .onDevice)
struct BrokerAccountsCommandTests {
    @Test("The device's owner sees the broker's accounts, and changes nothing of the broker's")
    func accounts() async throws {
        try await onDevice { demo in
            let home = try await demo.listing(DemoApps.broker).home
            func list(_ options: String...) async throws -> ChildProcess.Outcome {
                try await ChildProcess.run(
                    "\(demo.directory.path)/programs/keyfob-broker", ["accounts"] + options,
                    environment: ["KEYFOB_HOME": home, "PATH": "/usr/bin:/bin"])
            }
            let before = try await list()
            #expect(before.status == 0 && before.output.contains("no account"), "\(before.errors)")
            #expect(try await demo.contosoA.ask("sign-in").succeeded)
            let held = try await list("--json")
            #expect(held.status == 0, "\(held.errors)")
            let listed = try JSONValue(parsing: held.output.trimmingCharacters(in: .newlines)).arrayValue
            #expect(listed?.map { $0["username"] } == ["ada@contoso.test"])
            // The broker still works with its own files.
            #expect(try await demo.notes.ask("sign-in").succeeded)
            let owner = Int(try await demo.listing(DemoApps.broker).userID)
            for name in try FileManager.default.subpathsOfDirectory(atPath: "\(home)/broker") {
                let attributes = try FileManager.default.attributesOfItem(atPath: "\(home)/broker/\(name)")
                #expect((attributes[.ownerAccountID] as? NSNumber)?.intValue == owner, "\(name)")
            }
        }
    }
}
#endif
#endif
