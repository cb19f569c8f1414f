#if Server
import ArgumentParser
import Foundation
import KeyfobCommandLine
import KeyfobCore

/// `keyfob accounts`: lists the signed-in accounts. No request is sent.
struct AccountsCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "accounts", abstract: "List the accounts that are signed in.")

    @Argument(
        help: ArgumentHelp("Only the accounts of this profile's client and provider.", valueName: "profile"),
        completion: .profiles)
    var profile: String?

    @Option(name: .customLong("client-id"), help: "Only the accounts of this application (client) id.")
    var clientID: String?

    @OptionGroup var store: StoreOptions

    func run() throws {
        let environment = ProcessInfo.processInfo.environment
        let named = try profile.map { name in try ConfigurationFile(environment: environment).profile(name) }
        let client = clientID ?? named?.settings.clientID
        let authority = try named?.settings.location?.authority()
        let opened = try ToolStore(store, environment: environment)
        let signedIn = try SignedInAccount.all(
            in: opened.credentials, clientID: client, withClaims: authority?.issuer != nil)
        let accounts = signedIn.filter { entry in
            authority.map { !AccountChoice.those(of: [entry.account], at: $0).isEmpty } ?? true
        }
        guard !store.asJSON else { return Output.json(["accounts": .array(accounts.map(\.json))]) }
        guard !accounts.isEmpty else { return Output.warn(noAccounts(of: client, opened.absence)) }
        let rows = accounts.flatMap { entry in
            entry.clientIDs.map { client in
                [
                    entry.account.username ?? "-", entry.account.environment, entry.account.homeTenant ?? "-", client,
                    entry.account.identifier,
                ]
            }
        }
        Output.table(["USER", "ENVIRONMENT", "TENANT", "CLIENT", "IDENTIFIER"], rows)
    }

    /// - Parameter absence: the missing store, as a sentence, if there is none.
    private func noAccounts(of client: String?, _ absence: String?) -> String {
        let whom = client.map { " for the client \($0)" } ?? ""
        return ["No user is signed in\(whom).", absence].compactMap { $0 }.joined(separator: " ")
    }
}
#endif
