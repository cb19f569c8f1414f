import ArgumentParser
import Keyfob
import KeyfobOAuth

/// Which app this is, who signs its users in, and where the API is. A real tool would have these in its source.
struct Options: ParsableArguments {
    @Option(help: "The application (client) id of the registration.")
    var clientID = "aaaaaaaa-0000-4000-8000-000000000001"

    @Option(help: "Where users sign in.")
    var authority = "https://localhost:8443/contoso.test"

    @Option(help: "The API that keeps the files.")
    var api = "https://localhost:8443/api/files"

    /// What the tool asks the user to allow.
    static let scopes: ScopeSet = ["api://files/Files.Read"]

    func application(transport: any HTTPTransport) throws -> PublicClientApplication {
        let configuration = try ClientConfiguration(
            clientID: clientID, redirectURI: RedirectURI("http://localhost"), authority: Authority(authority),
            accessGroup: AccessGroup("test.contoso.suite"))
        return try PublicClientApplication(configuration: configuration, transport: transport)
    }
}
