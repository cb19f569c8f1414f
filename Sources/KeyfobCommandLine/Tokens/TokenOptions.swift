#if Server
package import ArgumentParser
import Foundation
package import KeyfobCore

/// The options of every command that gets a token, which both `keyfob` and `keyfob-signin` parse: the one passes them
/// to the other.
package struct TokenOptions: ParsableArguments {
    /// The client, the authority and the scopes.
    @OptionGroup package var client: ClientOptions

    /// `--account`
    @Option(help: "The account: its user name or its identifier. Needed only if several are signed in.")
    package var account: String?

    /// `--force-refresh`
    @Flag(name: .customLong("force-refresh"), help: "Send a request even if a valid token is stored.")
    package var forceRefresh = false

    /// `--id-token`
    @Flag(
        name: .customLong("id-token"),
        help: "The id token in place of the access token, refreshed if it expires within five minutes.")
    package var wantsIDToken = false

    /// `--ca-file`
    @OptionGroup package var trust: TrustOptions

    /// `--verbose` and `--trace`
    @OptionGroup package var diagnostics: DiagnosticOptions

    /// The store, and the form of the output.
    @OptionGroup package var store: StoreOptions

    /// Makes options for the parser to fill.
    package init() {}

    /// The request that the options are.
    ///
    /// - Throws: `AuthError` with code `wrongUse` or `configuration` if it cannot be made.
    package func request() throws(AuthError) -> TokenRequest {
        var flags = client.settings
        flags.account = account
        var request = try TokenRequest(
            client.chosen(flags), store: store, trust: trust,
            log: diagnostics.log(environment: ProcessInfo.processInfo.environment))
        request.forceRefresh = forceRefresh
        request.kind = wantsIDToken ? .idToken : .accessToken
        return request
    }
}
#endif
