#if Server
import ArgumentParser
import Foundation
import KeyfobCommandLine
import KeyfobCore

/// `keyfob accounts`: lists the signed-in accounts. No request is sent.
struct AccountsCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "accounts", abstract: "List the accounts that are signed in.")

    @Option(name: .customLong("client-id"), help: "Only the accounts of this application (client) id.")
    var clientID: String?

    @OptionGroup var store: StoreOptions

    func run() throws {
        let opened = try ToolStore(store, environment: ProcessInfo.processInfo.environment)
        let accounts = try SignedInAccount.all(in: opened.credentials, clientID: clientID)
        guard !store.asJSON else { return Output.json(["accounts": .array(accounts.map(\.json))]) }
        guard !accounts.isEmpty else { return Output.warn(noAccounts(opened.absence)) }
        let rows = accounts.flatMap { entry in
            entry.clientIDs.map { client in
                [
                    entry.account.username ?? "-", entry.account.environment, entry.account.homeTenant ?? "-", client,
                    entry.account.identifier,
                ].map(Output.name)
            }
        }
        Output.line(Self.table([["USER", "ENVIRONMENT", "TENANT", "CLIENT", "IDENTIFIER"]] + rows))
    }

    /// - Parameter absence: the missing store, as a sentence, if there is none.
    private func noAccounts(_ absence: String?) -> String {
        let whom = clientID.map { " for the client \($0)" } ?? ""
        return ["No user is signed in\(whom).", absence].compactMap { $0 }.joined(separator: " ")
    }

    /// Lays out columns as wide as their widest entry, two spaces apart; all rows have the same length.
    private static func table(_ rows: [[String]]) -> String {
        let count = rows.map(\.count).max() ?? 0
        let widths = (0..<count).map { column in rows.map { $0[column].count }.max() ?? 0 }
        let lines = rows.map { row in
            zip(row, widths).enumerated().map { column, cell in
                let (text, width) = cell
                return column == count - 1 ? text : text + String(repeating: " ", count: width - text.count)
            }.joined(separator: "  ")
        }
        return lines.joined(separator: "\n")
    }
}
#endif
