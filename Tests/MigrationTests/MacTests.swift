import ADAL
import Foundation
import Keyfob
import KeyfobCache
import KeyfobClient
import KeyfobFlows
import KeyfobOAuth
import KeyfobStoreKeychain
import KeyfobTesting
import MSAL
import Testing

/// A Mac: its platform's keychain, and apps with separate entitlements.
private struct Mac {
    static let shared = "com.microsoft.identity.universalstorage"

    let device: Device
    let keychain = SimulatedKeychain()
    let home: TemporaryDirectory

    init() async throws {
        device = try await Device()
        home = try TemporaryDirectory("keyfob-mac")
    }

    /// The environment of an app that names no group, as on macOS.
    func environment(
        _ bundleID: String, groups: [String] = [shared], team: String = "T123456789", browser: ScriptedUserAgent? = nil
    ) throws -> ClientEnvironment {
        let entitlements = AppEntitlements(keychainAccessGroups: ([bundleID] + groups).map { "\(team).\($0)" })
        return try ClientEnvironment(
            platformOf: ClientConfiguration(clientID: Contoso.suite),
            processEnvironment: ["KEYFOB_HOME": "\(home.path)/\(bundleID)"], transport: device.wire,
            userAgent: browser, keyPlace: .file, credentialPlace: nil, keychain: keychain.app(entitlements),
            platform: .macOS, groupPrefix: nil, clock: device.clock, log: nil)
    }

    /// An app with MSAL.
    func msal(_ environment: ClientEnvironment) throws -> MSALPublicClientApplication {
        let authority = try MSALAADAuthority(
            environment: Contoso.host, audienceType: .azureADMyOrgOnlyAudience, rawTenant: Contoso.tenantID)
        return try MSALPublicClientApplication(
            configuration: MSALPublicClientApplicationConfig(
                clientId: Contoso.suite, redirectUri: Contoso.redirect, authority: authority),
            environment: environment)
    }

    /// An app with ADAL, whose own cache is in memory on macOS.
    func adal(_ environment: ClientEnvironment) throws -> ADAuthenticationContext {
        var environment = environment
        environment.adalCache = ADTokenCache().asADALCache
        return try #require(
            ADAuthenticationContext(
                authority: "https://\(Contoso.host)/\(Contoso.tenantID)", validateAuthority: false,
                environment: environment))
    }

    /// The number of password prompts of the provider.
    func prompts() async throws -> Int { try await device.count("password_prompt") }
}

@Suite("Apps on a Mac", .ownProcess)
struct MacTests {
    @Test("R132: a user signed in at an app with MSAL is signed in at apps with MSAL and ADAL, and the reverse")
    func oneSignIn() async throws {
        let mac = try await Mac()
        defer { mac.home.remove() }
        let first = try mac.msal(mac.environment("com.contoso.mail", browser: mac.device.browser()))
        let signedIn = try await first.signIn()
        try await mac.device.expectAccepted(signedIn.accessToken)
        #expect(try await mac.prompts() == 1)
        // All tokens are in the Macs' shared group.
        let tokens = try mac.keychain.items().filter { $0.service?.isEmpty == false }
        #expect(!tokens.isEmpty && tokens.allSatisfy { $0.accessGroup == "T123456789.\(Mac.shared)" })

        let second = try mac.msal(mac.environment("com.contoso.notes"))
        let account = try #require(try second.allAccounts().first)
        #expect(account.identifier == signedIn.account.identifier)
        try await mac.device.expectAccepted(try await second.silent(account, forceRefresh: true).accessToken)
        let old = try mac.adal(mac.environment("com.contoso.old"))
        let silent = await old.silent(Contoso.ada)
        #expect(silent.status == AD_SUCCEEDED, "\(String(describing: silent.error?.errorDetails))")
        try await mac.device.expectAccepted(silent.accessToken)
        #expect(try await mac.prompts() == 1)

        // Grace signs in at the app on ADAL.
        let page = mac.device.browser(Contoso.grace)
        let graces = await (try mac.adal(mac.environment("com.contoso.old", browser: page))).acquireToken(
            withResource: Contoso.files, clientId: Contoso.suite, redirectUri: URL(string: Contoso.redirect)!,
            promptBehavior: AD_PROMPT_ALWAYS, userId: Contoso.grace, extraQueryParameters: nil)
        #expect(graces.status == AD_SUCCEEDED)
        #expect(try await mac.prompts() == 2)
        for app in [first, second] {
            let grace = try app.account(forUsername: Contoso.grace)
            try await mac.device.expectAccepted(try await app.silent(grace).accessToken)
        }
        #expect(try await mac.prompts() == 2)
    }

    @Test("an app without the group, and one of another team, read no accounts")
    func apart() async throws {
        let mac = try await Mac()
        defer { mac.home.remove() }
        _ = try await mac.msal(mac.environment("com.contoso.mail", browser: mac.device.browser())).signIn()
        let stranger = try mac.msal(mac.environment("com.fabrikam.mail", team: "T987654321"))
        #expect(try stranger.allAccounts().isEmpty)
        let alone = try mac.msal(mac.environment("com.contoso.alone", groups: []))
        #expect { try alone.allAccounts() } throws: { ($0 as NSError).localizedDescription.contains(Mac.shared) }
    }
}
