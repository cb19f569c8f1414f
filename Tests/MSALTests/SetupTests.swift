import Foundation
import KeyfobClient
import KeyfobCore
import KeyfobSetup
import KeyfobTesting
import MSAL
import Testing

@Suite("The app's setup, checked when an application is made", .ownProcess)
struct SetupTests {
    private static let bundle = "test.contoso.a"

    private func facts(
        schemes: [String] = ["msauth.test.contoso.a", "x-msauth-contoso"],
        queries: [String] = ["msauthv2", "msauthv3"]
    ) -> BundleFacts {
        BundleFacts(
            platform: .iOS, bundleID: Self.bundle, urlTypes: [BundleFacts.URLType(schemes: schemes)],
            queriedSchemes: queries)
    }

    private func application(
        _ world: World, redirect: String?, facts: BundleFacts, browser: AppDelegateBrowser? = nil,
        adjust: (MSALPublicClientApplicationConfig) -> Void = { _ in }
    ) throws -> MSALPublicClientApplication {
        let config = MSALPublicClientApplicationConfig(
            clientId: Contoso.suite, redirectUri: redirect, authority: try Contoso.authority())
        config.bundleFacts = facts
        adjust(config)
        return try MSALPublicClientApplication(
            configuration: config, environment: world.environment(browser: browser))
    }

    private func signIn(_ world: World, redirect: String?) async throws -> String {
        let browser = AppDelegateBrowser(world.browser())
        let app = try application(world, redirect: redirect, facts: facts(), browser: browser)
        let answer = Task { try await app.acquireToken(with: Contoso.interactive()) }
        let url = await browser.url()
        #expect(MSALPublicClientApplication.handleMSALResponse(try #require(URL(string: url)), sourceApplication: nil))
        #expect(try await answer.value.account.username == Contoso.ada)
        return String(url.prefix { $0 != "?" })
    }

    @Test("R123: msauth.BUNDLE-ID://auth signs in, named or by default; another bundle's is refused with -42011")
    func formOfMSAL() async throws {
        let world = try await World()
        #expect(try await signIn(world, redirect: "msauth.test.contoso.a://auth") == "msauth.test.contoso.a://auth")
        #expect(try await signIn(world, redirect: nil) == "msauth.test.contoso.a://auth")
        for wrong in [
            "msauth.test.contoso.b://auth", "msauth.test.contoso.a.more://auth", "msauth.test.contoso.a://other",
        ] {
            let error = refusal { try application(world, redirect: wrong, facts: facts()) }
            #expect(error?.domain == MSALErrorDomain && error?.code == MSALError.internal.rawValue)
            #expect(error?.internalCode == .internalErrorInvalidRedirectURI, "\(wrong)")
        }
    }

    @Test("R124: an app that migrates from ADAL keeps its redirect URI SCHEME://BUNDLE-ID, and signs in with it")
    func formOfADAL() async throws {
        let world = try await World()
        #expect(
            try await signIn(world, redirect: "x-msauth-contoso://test.contoso.a")
                == "x-msauth-contoso://test.contoso.a")
    }

    @Test(
        "R125: without the scheme in CFBundleURLTypes making an application fails with -42001, and shows what to paste")
    func scheme() async throws {
        let world = try await World()
        for redirect in ["msauth.test.contoso.a://auth", nil] {
            let error = refusal { try application(world, redirect: redirect, facts: facts(schemes: ["contoso"])) }
            #expect(error?.internalCode == .internalErrorRedirectSchemeNotRegistered)
            let text = error?.userInfo[MSALErrorDescriptionKey] as? String
            #expect(text?.contains("CFBundleURL") == true && text?.contains("msauth.test.contoso.a") == true)
            let finding = error?.userInfo[NSUnderlyingErrorKey] as? NSError
            #expect(finding != nil)
        }
    }

    @Test(
        "R126: each scheme that is missing in LSApplicationQueriesSchemes fails with -42001 and is named",
        arguments: [
            "msauthv2", "msauthv3",
        ])
    func queries(_ missing: String) async throws {
        let world = try await World()
        let others = ["msauthv2", "msauthv3"].filter { $0 != missing }
        let error = refusal {
            try application(world, redirect: "msauth.test.contoso.a://auth", facts: facts(queries: others))
        }
        #expect(error?.internalCode == .internalErrorRedirectSchemeNotRegistered)
        #expect((error?.userInfo[MSALErrorDescriptionKey] as? String)?.contains(missing) == true)
        // Without brokers no schemes are queried.
        MSALGlobalConfig.brokerAvailability = .none
        _ = try application(world, redirect: "msauth.test.contoso.a://auth", facts: facts(queries: others))
    }

    @Test("With validation bypassed any redirect URI is accepted")
    func bypass() async throws {
        let world = try await World()
        #expect(refusal { try application(world, redirect: "contoso://any", facts: facts()) } != nil)
        let app = try application(world, redirect: "contoso://any", facts: facts()) {
            $0.bypassRedirectURIValidation = true
        }
        #expect(app.core.configuration.redirectURI.value == "contoso://any")
        #expect(app.core.configuration.appIdentifier == Self.bundle)
    }
}
