#if Server
package import ArgumentParser
import Foundation
import KeyfobCache
import KeyfobCore

/// `keyfob logout`: removes accounts from these tools, or with `--wipe` from every app of the store. With `--revoke`,
/// `keyfob-signin` runs it, which has the network.
package struct LogoutCommand<Revocation: TokenRevocation>: AsyncParsableCommand {
    package static var configuration: CommandConfiguration {
        CommandConfiguration(
            commandName: "logout", abstract: "Remove an account, or all.",
            discussion: """
                The account leaves keyfob's list, and keyfob's next token needs a sign-in. Other apps and the browser \
                keep theirs. With --revoke the provider revokes the client's tokens first, and they are deleted from \
                the store: other apps with the same client id have to sign in again too. If the provider does not \
                revoke them, the account is signed out here, and the exit status is 1. With --wipe every app of the \
                store has to sign in again, including background work. In a token cache of --cache-file or \
                --cache-keyring the other libraries have no such list: there keyfob's own record is written, and only \
                --wipe removes the entries that they read.
                """)
    }

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

    @Flag(
        name: .customLong("revoke"),
        help: "Let the provider revoke the tokens first (RFC 7009), if it offers that.")
    var revokes = false

    @OptionGroup var diagnostics: DiagnosticOptions
    @OptionGroup var trust: TrustOptions
    @OptionGroup var store: StoreOptions

    package init() {}

    package func validate() throws {
        guard !(wipe && revokes) else {
            throw ValidationError("--revoke is for keyfob's own clients; use --wipe afterwards.")
        }
        guard !(wipe && clientID != nil) else {
            throw ValidationError("--wipe is for every client; omit --client-id.")
        }
        guard !all || (account == nil && profile == nil) else {
            throw ValidationError("--all is every account; omit --account and the profile, or pass --client-id.")
        }
    }

    package func run() async throws {
        let environment = ProcessInfo.processInfo.environment
        let log = try diagnostics.log(environment: environment)
        let chosen = try LogoutChoice(
            profile: profile, account: account, clientID: clientID, all: all, environment: environment)
        let opened = try ToolStore(store, environment: environment)
        guard !wipe else { return try await wipe(chosen, in: opened.credentials) }
        let removed = try leaving(chosen, in: opened.credentials)
        var failures: [RevocationFailure] = []
        if revokes, !removed.isEmpty {
            let revocation = try Revocation(store: store, trust: trust, log: log)
            failures = await revocation.revoke(removed, chosen)
        }
        try await signOut(removed, in: opened.credentials)
        report(removed, failures)
        if !failures.isEmpty { throw ExitStatus.failed }
    }

    /// The accounts that leave, each with the clients for which it does.
    private func leaving(
        _ chosen: LogoutChoice, in credentials: any CredentialStore
    ) throws(AuthError) -> [SignedInAccount] {
        let signedIn = try SignedInAccount.all(
            in: credentials, clientID: chosen.clientID, withClaims: revokes || chosen.authority?.issuer != nil)
        let accounts = try chosen.accounts(among: signedIn.map(\.account)).map(\.identifier)
        return signedIn.filter { accounts.contains($0.account.identifier) }
    }

    private func signOut(
        _ removed: [SignedInAccount], in credentials: any CredentialStore
    ) async throws(AuthError) {
        try await credentials.write { transaction throws(AuthError) in
            for entry in removed {
                for client in entry.clientIDs {
                    try CredentialRules.signOut(
                        homeAccountID: entry.account.identifier, clientID: client, app: ToolIdentity.appIdentifier,
                        in: transaction)
                }
            }
        }
    }

    private func report(_ removed: [SignedInAccount], _ failures: [RevocationFailure]) {
        guard !store.asJSON else { return Output.json(document(removed, failures)) }
        for entry in removed {
            let isRevoked = revokes && !failures.contains { $0.account.identifier == entry.account.identifier }
            Output.line(
                "Signed out \(Output.name(entry.account.username ?? entry.account.identifier))"
                    + (isRevoked ? "; the tokens are revoked." : "."))
        }
        for failure in failures { Output.warn(failure.text) }
        if removed.isEmpty { Output.warn("No user is signed in.") }
    }

    private func document(_ removed: [SignedInAccount], _ failures: [RevocationFailure]) -> JSONValue {
        var members: [String: JSONValue] = ["wiped": false]
        if !all, let entry = removed.first {
            members["account"] = entry.account.json
            members["clientIds"] = .strings(entry.clientIDs)
        } else {
            members["accounts"] = .array(removed.map(\.json))
        }
        if revokes {
            members["revoked"] = .bool(failures.isEmpty)
            members["failures"] = .array(failures.map(\.json))
        }
        return .object(members)
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
