import ArgumentParser
import Keyfob
import KeyfobOAuth

/// The client, the authority and the API. A real tool would have these in its source.
struct Options: ParsableArguments {
    @Option(help: "The application (client) id of the registration.")
    var clientID = "aaaaaaaa-0000-4000-8000-000000000001"

    @Option(help: "The authority that users sign in at.")
    var authority = "https://localhost:8443/contoso.test"

    @Option(help: "The API that stores the files.")
    var api = "https://localhost:8443/api/files"

    /// The scopes that the tool requests.
    static let scopes: ScopeSet = ["api://files/Files.Read"]

    func application(transport: any HTTPTransport) throws -> PublicClientApplication {
        let configuration = try ClientConfiguration(
            clientID: clientID, redirectURI: RedirectURI("http://localhost"), authority: Authority(authority),
            accessGroup: AccessGroup("test.contoso.suite"))
        return try PublicClientApplication(configuration: configuration, transport: transport)
    }
}
