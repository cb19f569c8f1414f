import ArgumentParser
import ExampleTransport
import MSAL

/// The app of the guide for migrating from ADAL to MSAL, as a program: every call of the guide without a UIKit type, in
/// the guide's order. Of `GuideApp.swift` only `MSALWebviewParameters()` is Keyfob's own: on Apple's platforms the
/// guide passes a view controller there.
@main
struct Guide: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "guide", abstract: "Gets a token as the migration guide's app does: silently if possible.")

    @Option(help: "The application (client) id of the registration.")
    var clientID = "aaaaaaaa-0000-4000-8000-000000000001"
    @Option(help: "The authority that users sign in at.")
    var authority = "https://localhost:8443/contoso.test"
    @Option(help: "The resource that the app passed to ADAL.")
    var resource = "api://files"
    @Option(help: "The file in which the app stores its user between runs.")
    var state: String

    func run() async throws {
        // The one line that is not in the guide: the local identity provider has a private certificate authority.
        MSALGlobalConfig.httpConfig.transport = try exampleTransport()
        let app = try GuideApp(
            clientId: clientID, authority: authority, resource: resource, memory: SavedIdentifier(path: state))
        let outcome = await withCheckedContinuation { waiter in app.token { waiter.resume(returning: $0) } }
        switch outcome {
        case .token(let user, let shownPage):
            print("\(shownPage ? "Signed in" : "Silent"): \(user)")
        case .failure(let domain, let code):
            print("Failed: \(domain) \(code)")
            throw ExitCode(1)
        }
    }
}
