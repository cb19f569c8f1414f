#if Server && LinuxTransport
import ArgumentParser
import Foundation
import KeyfobBrokerCore
import KeyfobCommandLine
import KeyfobCore

/// `keyfob-broker accounts`: lists the accounts that the broker holds.
struct AccountsCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "accounts",
        abstract: "List the accounts that the broker holds.",
        discussion: """
            On a device only its owner can read the broker's home: KEYFOB_HOME names it ('keyfob-device apps --json' prints \
            it).
            """)

    @Flag(help: "Print JSON.")
    var json = false

    func run() throws {
        let places = try BrokerPlaces(environment: ProcessInfo.processInfo.environment, becomesOwner: true)
        guard let vault = try places.existingVault() else {
            json ? Output.json([]) : Output.line("The broker holds no account.")
            return
        }
        let accounts = vault.accounts
        guard !json else {
            Output.json(.array(accounts.map(\.listing)))
            return
        }
        if accounts.isEmpty { Output.line("The broker holds no account.") }
        for account in accounts {
            Output.line(
                Output.name(
                    "\(account.username)  \(account.kind.rawValue)  \(account.environment)  \(account.homeAccountID)"))
        }
    }
}

extension VaultAccount {
    /// The account's members in the command's output.
    fileprivate var listing: JSONValue {
        [
            "username": .string(username), "kind": .string(kind.rawValue), "environment": .string(environment),
            "tenant_id": .string(tenantID), "home_account_id": .string(homeAccountID),
        ]
    }
}
#endif
