import ADAL
public import ArgumentParser
import ExampleTransport
import Foundation
import Keyfob

/// What the three apps of the suite have in common: one client id, one shared keychain group, one resource. What tells
/// them apart is the redirect URI.
public struct SuiteApp: ParsableArguments {
    @Option(help: "The application (client) id that the whole suite uses.")
    var clientID = "aaaaaaaa-0000-4000-8000-000000000001"
    @Option(help: "Where users sign in.")
    var authority = "https://localhost:8443/contoso.test"
    @Option(help: "The API that the suite works with.")
    var resource = "api://files"
    @Option(help: "The user to get a token for, as the app kept it; left out, the only user there is.")
    var userID: String?
    @Flag(help: "Never shows a page.")
    var silent = false

    /// The shared group, without the team's prefix, as every app of the suite names it.
    static let group = "test.contoso.suite"

    /// Options with their defaults, which the command line then fills in.
    public init() {}

    /// Gets a token as apps with ADAL do, and prints whose it is.
    ///
    /// - Parameter redirectURI: the app's own.
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

    /// A context for the authority. On an iPhone `ADAuthenticationContext(authority:error:)` is all; here it is told of
    /// the local identity provider's certificate authority and of a file that stands for the keychain's ADAL items.
    private func context() throws -> ADAuthenticationContext {
        let processEnvironment = ProcessInfo.processInfo.environment
        let configuration = try ClientConfiguration(clientID: clientID, accessGroup: AccessGroup(Self.group))
        var environment = try ClientEnvironment(
            platformOf: configuration, processEnvironment: processEnvironment, transport: exampleTransport())
        if let home = processEnvironment["KEYFOB_HOME"] {
            try environment.useLegacyArchive(path: "\(home)/\(Self.group).adal", seeding: true)
        }
        var error: ADAuthenticationError?
        // Microsoft's directory of authorities cannot vouch for a provider on this machine.
        let context = ADAuthenticationContext(
            authority: authority, validateAuthority: false, environment: environment, error: &error)
        guard let context else {
            throw ValidationError(error?.errorDetails ?? "The authority is not one that ADAL serves.")
        }
        return context
    }
}
