import Foundation
import KeyfobCache
import KeyfobCore
import KeyfobStoreKeychain
import KeyfobTesting
import Testing

/// Apps of one team as separate processes, over a keychain in a file.
@Suite("Processes that share a keychain")
struct ProcessTests {
    private struct Stage {
        let folder: TemporaryFolder
        let group = "TEAM.shared"
        var path: String { folder.path + "/keychain.json" }

        init() throws { folder = try TemporaryFolder() }

        func launch(killAt: Int? = nil) throws -> ChildProcess {
            try ChildProcess(
                BuildProducts.executable("KeyfobKeychainTorture"),
                [path, group, folder.path + "/writers.lock"] + (killAt.map { [String($0)] } ?? []),
                environment: ProcessInfo.processInfo.environment)
        }

        /// Lets an app run one command, and returns how it ended.
        func run(_ command: String, killAt: Int? = nil) async throws -> ChildProcess.Outcome {
            let child = try launch(killAt: killAt)
            try child.write(command + "\n")
            child.closeInput()
            return await child.outcome()
        }

        func partition() throws -> AccountPartition? {
            let app = try SimulatedKeychain(path: path).app(AppEntitlements(keychainAccessGroups: [group]))
            return try KeychainCredentialStore(keychain: app, accessGroup: group).partition(homeAccountID: "u.t")
        }
    }

    @Test("four concurrent processes that read, change and write lose nothing")
    func concurrency() async throws {
        let stage = try Stage()
        let children = try (0..<4).map { _ in try stage.launch() }
        for child in children { try child.write("increment 25\n") }
        for child in children { #expect(await child.nextLine() == "done") }
        for child in children {
            child.closeInput()
            #expect(await child.outcome().status == 0)
        }
        #expect(try stage.partition()?.refreshTokens.first?.secret == Secret("100"))
    }

    @Test(
        "a process that is killed at any write leaves complete tokens and no lock", arguments: ["save 2", "wipe"])
    func kills(command: String) async throws {
        var deaths = 0
        while true {
            let stage = try Stage()
            #expect(try await stage.run("save 1").output == "done\n")
            let victim = try await stage.run(command, killAt: deaths)
            guard victim.status == 128 + SIGKILL else {
                #expect(victim.output == "done\n")
                break
            }
            deaths += 1
            if let partition = try stage.partition(), !partition.accessTokens.isEmpty {
                #expect(!partition.idTokens.isEmpty && !partition.accounts.isEmpty, "killed at write \(deaths)")
            }
            #expect(try await stage.run("save 3").output == "done\n", "killed at write \(deaths)")
            let partition = try #require(try stage.partition())
            #expect(try partition.accessTokens.map { try $0.secret } == [Secret("access 3")])
            #expect(partition.accounts.map(\.username) == ["user-3"])
        }
        #expect(deaths >= 5)
    }
}
