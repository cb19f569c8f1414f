#if Server
import ArgumentParser
import Foundation
import KeyfobCache
import KeyfobCommandLine
import KeyfobCore

/// `keyfob logout`: removes accounts from these tools, or with `--wipe` from every app of the store.
struct LogoutCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "logout", abstract: "Remove an account, or all.",
        discussion: """
            The account leaves keyfob's list, and keyfob's next token needs a sign-in. Other apps and the browser keep \
            theirs. With --wipe every app of the store has to sign in again, including background work. In a \
            token cache of --cache-file or --cache-keyring the other libraries have no such list: there keyfob's \
            own record is written, and only --wipe removes the entries that they read.
            """)

    @Argument(
        help: ArgumentHelp(
            "The profile whose account is removed, for the profile's client.",
            discussion: "Default: KEYFOB_PROFILE, or the default profile, unless --account or --all is given.",
            valueName: "profile"), completion: .profiles)
    var profile: String?

    @Option(help: "The account: its user name or its identifier.")
    var account: String?

    @Option(name: .customLong("client-id"), help: "Only for this application (client) id.")
    var clientID: String?

    @Flag(help: "Remove every account.")
    var all = false

    @Flag(help: "Delete everything that the store contains of the account, for every client and app.")
    var wipe = false

    @OptionGroup var store: StoreOptions

    func validate() throws {
        guard !(wipe && clientID != nil) else {
            throw ValidationError("--wipe is for every client; omit --client-id.")
        }
        guard !all || (account == nil && profile == nil) else {
            throw ValidationError("--all is every account; omit --account and the profile, or pass --client-id.")
        }
    }

    func run() async throws {
        let environment = ProcessInfo.processInfo.environment
        let chosen = try LogoutChoice(
            profile: profile, account: account, clientID: clientID, all: all, environment: environment)
        let opened = try ToolStore(store, environment: environment)
        if wipe {
            try await wipe(chosen, in: opened.credentials)
        } else {
            try await signOut(chosen, in: opened.credentials)
        }
    }

    private func signOut(_ chosen: LogoutChoice, in credentials: any CredentialStore) async throws(AuthError) {
        let signedIn = try SignedInAccount.all(
            in: credentials, clientID: chosen.clientID, withClaims: chosen.authority?.issuer != nil)
        let accounts = try chosen.accounts(among: signedIn.map(\.account)).map(\.identifier)
        let removed = signedIn.filter { accounts.contains($0.account.identifier) }
        try await credentials.write { transaction throws(AuthError) in
            for entry in removed {
                for client in entry.clientIDs {
                    try CredentialRules.signOut(
                        homeAccountID: entry.account.identifier, clientID: client, app: ToolIdentity.appIdentifier,
                        in: transaction)
                }
            }
        }
        guard !store.asJSON else {
            guard !all, let entry = removed.first else {
                return Output.json(["accounts": .array(removed.map(\.json)), "wiped": false])
            }
            return Output.json([
                "account": entry.account.json, "clientIds": .strings(entry.clientIDs), "wiped": false,
            ])
        }
        for entry in removed {
            Output.line("Signed out \(Output.name(entry.account.username ?? entry.account.identifier)).")
        }
        if removed.isEmpty { Output.warn("No user is signed in.") }
    }

    private func wipe(_ chosen: LogoutChoice, in credentials: any CredentialStore) async throws(AuthError) {
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
        let removed = try chosen.accounts(among: known)
        try await credentials.write { transaction throws(AuthError) in
            for account in removed {
                try CredentialRules.wipe(homeAccountID: account.identifier, in: transaction)
            }
        }
        guard !store.asJSON else {
            guard !all, let account = removed.first else {
                return Output.json(["accounts": .array(removed.map(\.json)), "wiped": true])
            }
            return Output.json(["account": account.json, "wiped": true])
        }
        for account in removed {
            Output.line(
                "Wiped \(Output.name(account.username ?? account.identifier)): every app of this store has to sign in "
                    + "again.")
        }
        if removed.isEmpty { Output.warn("The store has no accounts.") }
    }
}
#endif
