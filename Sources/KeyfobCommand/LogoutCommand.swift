#if Server
import ArgumentParser
import Foundation
import KeyfobCache
import KeyfobCommandLine
import KeyfobCore

/// `keyfob logout`: removes an account for these tools alone, or with `--wipe` for every app of the store.
struct LogoutCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "logout", abstract: "Remove an account.",
        discussion: """
            The account leaves the list of keyfob, and keyfob's next token needs a sign-in. Other apps keep theirs, and \
            so does the browser. With --wipe every app of the store has to sign in again, background work included. In a \
            token cache that --cache-file or --cache-keyring names, the other libraries have no such list: there keyfob's \
            own note is written, and only --wipe removes what they find.
            """)

    @Option(help: "The account: its user name or its identifier.")
    var account: String

    @Option(name: .customLong("client-id"), help: "Only for this application (client) id.")
    var clientID: String?

    @Flag(help: "Delete everything that the store has of the account, for every client and app.")
    var wipe = false

    @OptionGroup var store: StoreOptions

    func validate() throws {
        guard !(wipe && clientID != nil) else {
            throw ValidationError("--wipe is for every client; leave --client-id out.")
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
                remedy: "See \"keyfob accounts\" for who is.")
        }
        guard matching.count == 1 else { throw AccountChoice.ambiguous(matching, named: true) }
        return chosen
    }
}
#endif
