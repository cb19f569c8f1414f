import ArgumentParser
import ExampleTransport
import MSAL

/// The app that the guide for migrating from ADAL to MSAL walks through, as a program: every call of the guide that names
/// no UIKit type, in the guide's order. Of `GuideApp.swift` only `MSALWebviewParameters()` is Keyfob's own: on Apple's
/// platforms the guide passes a view controller there.
@main
struct Guide: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "guide", abstract: "Gets a token as the migration guide's app does: silently if it can.")

    @Option(help: "The application (client) id of the registration.")
    var clientID = "aaaaaaaa-0000-4000-8000-000000000001"
    @Option(help: "Where users sign in.")
    var authority = "https://localhost:8443/contoso.test"
    @Option(help: "The resource, as the app named it to ADAL.")
    var resource = "api://files"
    @Option(help: "The file in which the app remembers its user between runs.")
    var state: String

    func run() async throws {
        // The one line that the guide does not have: the local identity provider has a certificate authority of its own.
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
