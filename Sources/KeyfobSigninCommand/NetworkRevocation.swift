#if Server && LinuxTransport
import Foundation
import KeyfobClient
import KeyfobCommandLine
import KeyfobCore

/// Revokes tokens at the provider of each account.
struct NetworkRevocation: TokenRevocation {
    private let store: StoreOptions
    private let trust: TrustOptions
    private let log: DiagnosticLog

    init(store: StoreOptions, trust: TrustOptions, log: DiagnosticLog) throws(AuthError) {
        (self.store, self.trust, self.log) = (store, trust, log)
    }

    func revoke(_ accounts: [SignedInAccount], _ chosen: LogoutChoice) async -> [RevocationFailure] {
        var failures: [RevocationFailure] = []
        for entry in accounts {
            for client in entry.clientIDs {
                do throws(AuthError) {
                    try await revoke(entry.account, clientID: client, chosen)
                } catch {
                    failures.append(RevocationFailure(entry.account, clientID: client, error))
                }
            }
        }
        return failures
    }

    private func revoke(_ account: Account, clientID: String, _ chosen: LogoutChoice) async throws(AuthError) {
        let own = try account.revocationAuthority()
        var configuration = try ClientConfiguration(
            clientID: clientID, authority: chosen.authority ?? own, accessGroup: store.group(),
            appIdentifier: ToolIdentity.appIdentifier)
        configuration.clientSecret = try Self.secret(of: clientID, account, chosen)
        let tool = try ToolApplication(configuration, store: store, trust: trust, log: log)
        var parameters = SignOutParameters()
        parameters.revokesTokens = true
        let outcome: Result<Void, AuthError>
        do throws(AuthError) {
            outcome = .success(try await tool.application.signOut(account, parameters))
        } catch {
            outcome = .failure(error)
        }
        await tool.close()
        try outcome.get()
    }

    /// The client's secret: of the client that the command names, else of a profile for this client and this provider. The
    /// secret in `KEYFOB_CLIENT_SECRET` is for a client that is named: another provider must not get it.
    private static func secret(
        of clientID: String, _ account: Account, _ chosen: LogoutChoice
    ) throws(AuthError) -> Secret<String>? {
        var environment = ProcessInfo.processInfo.environment
        if let client = chosen.client { return try client.secret(environment: environment) }
        environment = environment.filter { !$0.key.hasPrefix("KEYFOB_CLIENT_SECRET") }
        for profile in try ConfigurationFile(environment: environment).profiles {
            guard profile.settings.clientID == clientID, let authority = try profile.settings.location?.authority(),
                !AccountChoice.those(of: [account], at: authority).isEmpty
            else { continue }
            return try ChosenClient(ClientSettings(), profile: profile.name, environment: environment)
                .secret(environment: environment)
        }
        return nil
    }
}
#endif
