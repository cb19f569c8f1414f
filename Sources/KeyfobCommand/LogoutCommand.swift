#if Server
import ArgumentParser
import Foundation
import KeyfobCache
import KeyfobCommandLine
import KeyfobCore

/// `keyfob logout`: removes an account from these tools, or with `--wipe` from every app of the store.
struct LogoutCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "logout", abstract: "Remove an account.",
        discussion: """
            The account leaves keyfob's list, and keyfob's next token needs a sign-in. Other apps and the browser keep \
            theirs. With --wipe every app of the store has to sign in again, including background work. In a \
            token cache of --cache-file or --cache-keyring the other libraries have no such list: there keyfob's \
            own record is written, and only --wipe removes the entries that they read.
            """)

    @Option(help: "The account: its user name or its identifier.")
    var account: String

    @Option(name: .customLong("client-id"), help: "Only for this application (client) id.")
    var clientID: String?

    @Flag(help: "Delete everything that the store contains of the account, for every client and app.")
    var wipe = false

    @OptionGroup var store: StoreOptions

    func validate() throws {
        guard !(wipe && clientID != nil) else {
            throw ValidationError("--wipe is for every client; omit --client-id.")
        }
    }

    func run() async throws {
        let opened = try ToolStore(store, environment: ProcessInfo.processInfo.environment)
        if wipe { try await wipe(in: opened.credentials) } else { try await signOut(in: opened.credentials) }
    }

    private func signOut(in credentials: any CredentialStore) async throws(AuthError) {
        let signedIn = try SignedInAccount.all(in: credentials, clientID: clientID)
        let chosen = try pick(signedIn.map(\.account))
        let clients = signedIn.first { $0.account.identifier == chosen.identifier }?.clientIDs ?? []
        try await credentials.write { transaction throws(AuthError) in
            for client in clients {
                try CredentialRules.signOut(
                    homeAccountID: chosen.identifier, clientID: client, app: ToolIdentity.appIdentifier,
                    in: transaction)
            }
        }
        guard !store.asJSON else {
            return Output.json(["account": chosen.json, "clientIds": .strings(clients), "wiped": false])
        }
        Output.line("Signed out \(Output.name(chosen.username ?? chosen.identifier)).")
    }

    private func wipe(in credentials: any CredentialStore) async throws(AuthError) {
        var known: [Account] = []
        try credentials.forEachAccount { summary in
            guard !summary.homeAccountID.isEmpty else { return }
            let profiles = summary.profiles.map { profile in
                TenantProfile(
                    identifier: profile.localAccountID, tenantID: profile.realm,
                    isHomeTenant: summary.homeAccountID.hasSuffix(".\(profile.realm)"))
            }
            known.append(
                Account(
                    identifier: summary.homeAccountID, username: summary.profiles.first?.username,
                    environment: summary.profiles.first?.environment ?? "", tenantProfiles: profiles))
        }
        let chosen = try pick(known)
        try await credentials.write { transaction throws(AuthError) in
            try CredentialRules.wipe(homeAccountID: chosen.identifier, in: transaction)
        }
        guard !store.asJSON else { return Output.json(["account": chosen.json, "wiped": true]) }
        Output.line(
            "Wiped \(Output.name(chosen.username ?? chosen.identifier)): every app of this store has to sign in again.")
    }

    private func pick(_ accounts: [Account]) throws(AuthError) -> Account {
        let matching = AccountChoice.find(account, among: accounts)
        guard let chosen = matching.first else {
            throw AuthError(
                AuthError.Code(rawValue: "accountNotFound"), origin: .store, message: "\(account) is not signed in.",
                remedy: "See \"keyfob accounts\" for those that are.")
        }
        guard matching.count == 1 else { throw AccountChoice.ambiguous(matching, named: true) }
        return chosen
    }
}
#endif
