import ADAL
public import ArgumentParser
import ExampleTransport
import Foundation
import Keyfob

/// The common part of the suite's three apps: one client id, one shared keychain group, one resource. They differ in
/// the redirect URI.
public struct SuiteApp: ParsableArguments {
    @Option(help: "The application (client) id of the suite.")
    var clientID = "aaaaaaaa-0000-4000-8000-000000000001"
    @Option(help: "The authority that users sign in at.")
    var authority = "https://localhost:8443/contoso.test"
    @Option(help: "The API that the suite uses.")
    var resource = "api://files"
    @Option(help: "The user to get a token for; by default the only user.")
    var userID: String?
    @Flag(help: "Never shows a page.")
    var silent = false

    /// The shared group, without the team's prefix, which every app of the suite names.
    static let group = "test.contoso.suite"

    /// Makes options with their defaults, which the parser then replaces.
    public init() {}

    /// Gets a token as apps with ADAL do, and prints its user.
    ///
    /// - Parameter redirectURI: the app's redirect URI.
    /// - Throws: `ExitCode` 3 if the user has to sign in, 1 for another failure.
    public func run(redirectURI: String) async throws {
        ADAuthenticationSettings.sharedInstance().defaultKeychainSharingGroup = Self.group
        let context = try context()
        let result = await withCheckedContinuation { waiter in
            let redirect = URL(string: redirectURI)
            if silent {
                context.acquireTokenSilent(
                    withResource: resource, clientId: clientID, redirectUri: redirect, userId: userID
                ) { waiter.resume(returning: $0) }
            } else {
                context.acquireToken(
                    withResource: resource, clientId: clientID, redirectUri: redirect, userId: userID
                ) { waiter.resume(returning: $0) }
            }
        }
        guard result.status == AD_SUCCEEDED, let user = result.tokenCacheItem?.userInformation else {
            let code = result.error?.code ?? 0
            print("Failed: \(code)")
            throw ExitCode(code == ADErrorCode.ERROR_SERVER_USER_INPUT_NEEDED.rawValue ? 3 : 1)
        }
        print("Token for \(user.userId)")
    }

    /// A context for the authority. On an iPhone `ADAuthenticationContext(authority:error:)` is enough; here it also
    /// gets the local identity provider's certificate authority and a file in place of the keychain's ADAL items.
    private func context() throws -> ADAuthenticationContext {
        let processEnvironment = ProcessInfo.processInfo.environment
        let configuration = try ClientConfiguration(clientID: clientID, accessGroup: AccessGroup(Self.group))
        var environment = try ClientEnvironment(
            platformOf: configuration, processEnvironment: processEnvironment, transport: exampleTransport())
        if let home = processEnvironment["KEYFOB_HOME"] {
            try environment.useADALArchive(path: "\(home)/\(Self.group).adal", seeding: true)
        }
        var error: ADAuthenticationError?
        // Microsoft's directory of authorities cannot validate a provider on this machine.
        let context = ADAuthenticationContext(
            authority: authority, validateAuthority: false, environment: environment, error: &error)
        guard let context else {
            throw ValidationError(error?.errorDetails ?? "ADAL does not support the authority.")
        }
        return context
    }
}
