import ADAL
import Foundation
import KeyfobClient
import KeyfobCore
import KeyfobOAuth
import KeyfobTesting
import Synchronization
import Testing

/// A device: what its apps declare, and what it was asked.
final class Device: Sendable {
    private let log = Mutex<[String]>([])
    let hasBroker: Bool

    init(hasBroker: Bool = false) { self.hasBroker = hasBroker }

    /// The URLs about which apps asked.
    var questions: [String] { log.withLock { $0 } }

    /// An app that is configured for brokers.
    func app(
        schemes: [String] = ["x-msauth-contoso", "contoso-help"], queries: [String] = ["msauth", "msauthv3"],
        bundle: String? = "test.contoso.a"
    ) -> ADHost {
        let facts = BundleFacts(
            platform: .iOS, bundleID: bundle, urlTypes: [BundleFacts.URLType(schemes: schemes)],
            queriedSchemes: queries)
        return ADHost(bundle: facts) { url in
            self.log.withLock { $0.append(url.absoluteString) }
            return self.hasBroker && (url.scheme ?? "").hasPrefix("msauth")
        }
    }

    static let redirect = URL(string: "x-msauth-contoso://test.contoso.a")
}

@Suite("What a broker needs of an app")
struct PreconditionTests {
    private func call(
        _ type: ADCredentialsType, _ redirect: URL? = Device.redirect, host: ADHost, world: World
    ) async throws -> ADAuthenticationResult {
        let context = try #require(
            ADAuthenticationContext(
                authority: world.authority(),
                environment: world.environment(browser: world.browser(), transport: world.vouched),
                host: host))
        context.credentialsType = type
        return await context.asking(redirect: redirect)
    }

    @Test(
        "R28: an app that never asks a broker has any redirect URI; with AD_CREDENTIALS_AUTO it needs the broker's form"
    )
    func anyRedirect() async throws {
        let world = try await World()
        try await world.register(["https://app.contoso.test/reply", "urn:ietf:wg:oauth:2.0:oob"])
        let host = Device().app()
        for text in ["https://app.contoso.test/reply", "urn:ietf:wg:oauth:2.0:oob"] {
            let redirect = try #require(URL(string: text))
            let embedded = try await call(AD_CREDENTIALS_EMBEDDED, redirect, host: host, world: world)
            #expect(embedded.status == AD_SUCCEEDED, "\(text): \(String(describing: embedded.error?.errorDetails))")
            let other = try await World()
            let auto = try await call(AD_CREDENTIALS_AUTO, redirect, host: host, world: other)
            #expect(auto.code == .ERROR_TOKENBROKER_INVALID_REDIRECT_URI)
            #expect(other.wire.exchanges.isEmpty)
        }
        #expect(try await call(AD_CREDENTIALS_AUTO, host: host, world: world).status == AD_SUCCEEDED)
    }

    @Test(
        "R58-part: a fresh context leaves the broker alone although one is there: no question to the system, no message"
    )
    func offByDefault() async throws {
        let world = try await World()
        let device = Device(hasBroker: true)
        let context = try world.context(browser: world.browser(), host: device.app())
        #expect(context.credentialsType == AD_CREDENTIALS_EMBEDDED)
        #expect(await context.asking(redirect: Device.redirect).status == AD_SUCCEEDED)
        #expect(device.questions.isEmpty)
    }

    @Test("R60: the choice is made for each context, and both kinds stand side by side")
    func bothKinds() async throws {
        let world = try await World()
        let device = Device()
        let host = device.app()
        func context(_ type: ADCredentialsType) throws -> ADAuthenticationContext {
            let context = try #require(
                ADAuthenticationContext(
                    authority: world.authority(),
                    environment: world.environment(browser: world.browser(), transport: world.vouched), host: host))
            context.credentialsType = type
            return context
        }
        let auto = try context(AD_CREDENTIALS_AUTO)
        let embedded = try context(AD_CREDENTIALS_EMBEDDED)
        #expect(auto.credentialsType == AD_CREDENTIALS_AUTO)
        #expect(embedded.credentialsType == AD_CREDENTIALS_EMBEDDED)
        let anything = URL(string: "http://localhost/contoso-a")
        #expect(await auto.asking(redirect: anything).code == .ERROR_TOKENBROKER_INVALID_REDIRECT_URI)
        #expect(await embedded.asking(redirect: anything).status == AD_SUCCEEDED)
        let questions = device.questions.count
        #expect(await auto.asking(prompt: AD_PROMPT_ALWAYS, redirect: Device.redirect).status == AD_SUCCEEDED)
        #expect(device.questions.count > questions)
        let asked = device.questions.count
        #expect(await embedded.asking(prompt: AD_PROMPT_ALWAYS, redirect: Device.redirect).status == AD_SUCCEEDED)
        #expect(device.questions.count == asked)
    }

    @Test("R61: with AD_CREDENTIALS_AUTO and no broker installed the page in the app serves")
    func absentBroker() async throws {
        let world = try await World()
        let device = Device(hasBroker: false)
        let result = try await call(AD_CREDENTIALS_AUTO, host: device.app(), world: world)
        #expect(result.status == AD_SUCCEEDED)
        #expect(try await world.validatedScopes(result.accessToken).contains("Files.Read"))
        #expect(try await world.count("password_prompt") == 1)
    }

    @Test("R62-part: AD_CREDENTIALS_EMBEDDED asks for no broker, for whatever call and whatever is installed")
    func embedded() async throws {
        let world = try await World()
        let device = Device(hasBroker: true)
        let context = try world.context(browser: world.browser(), host: device.app())
        context.credentialsType = AD_CREDENTIALS_EMBEDDED
        for prompt in [AD_PROMPT_AUTO, AD_PROMPT_ALWAYS, AD_FORCE_PROMPT] {
            #expect(await context.asking(prompt: prompt, redirect: Device.redirect).status == AD_SUCCEEDED)
        }
        #expect(await context.silent(forceRefresh: true).status == AD_SUCCEEDED)
        #expect(device.questions.isEmpty)
    }

    @Test("R63: an app without its URL scheme is told so before anything opens or is sent")
    func scheme() async throws {
        let world = try await World()
        let device = Device(hasBroker: true)
        let result = try await call(
            AD_CREDENTIALS_AUTO, host: device.app(schemes: ["contoso-help"]), world: world)
        #expect(result.code == .ERROR_TOKENBROKER_INVALID_REDIRECT_URI)
        #expect(result.error?.errorDetails?.contains("CFBundleURLTypes") == true)
        #expect(result.error?.errorDetails?.contains("x-msauth-contoso") == true)
        #expect(world.wire.exchanges.isEmpty)
        #expect(device.questions.isEmpty)
    }

    @Test("R64-part: the app's other URLs are handed back to it")
    func otherURLs() throws {
        for text in [
            "contoso-help://page/3", "x-msauth-contoso://test.contoso.a", "https://contoso.test/?response=1",
            "x-msauth-contoso://test.contoso.a?response=AAAA&hash=BB",
        ] {
            let url = try #require(URL(string: text))
            #expect(!ADAuthenticationContext.handleADALResponse(url, sourceApplication: "com.apple.mobilesafari"))
            #expect(!ADAuthenticationContext.handleADALResponse(url, sourceApplication: nil))
            #expect(!ADAuthenticationContext.isResponse(fromBroker: "test.fabrikam", response: url))
        }
        #expect(!ADAuthenticationContext.handleADALResponse(nil, sourceApplication: nil))
        let answer = try #require(URL(string: "x-msauth-contoso://test.contoso.a?response=AAAA&hash=BB"))
        #expect(
            ADAuthenticationContext.isResponse(fromBroker: "com.microsoft.azureauthenticator", response: answer))
    }

    @Test(
        "R68: a brokered redirect URI is SCHEME://BUNDLE-ID, and every other form is refused",
        arguments: [
            ("x-msauth-contoso://test.contoso.a", true), ("X-MSAUTH-CONTOSO://test.contoso.a", true),
            ("x-msauth-contoso://Test.Contoso.A", false),
            ("x-msauth-contoso://test.contoso.b", false), ("x-msauth-contoso://", false), ("x-msauth-contoso:", false),
            ("x-msauth-contoso:test.contoso.a", false), ("test.contoso.a", false), ("//test.contoso.a", false),
            ("http://test.contoso.a", false), ("https://test.contoso.a", false), ("contoso://test.contoso.a", false),
            ("urn:ietf:wg:oauth:2.0:oob", false), ("x-msauth-contoso://test.contoso.a.evil", false),
        ])
    func form(_ text: String, _ isGood: Bool) async throws {
        let world = try await World()
        let result = try await call(
            AD_CREDENTIALS_AUTO, URL(string: text), host: Device().app(), world: world)
        if isGood {
            #expect(result.code != .ERROR_TOKENBROKER_INVALID_REDIRECT_URI)
        } else {
            let codes: [ADErrorCode?] = [.ERROR_TOKENBROKER_INVALID_REDIRECT_URI, .ERROR_DEVELOPER_INVALID_ARGUMENT]
            #expect(codes.contains(result.code), "\(text)")
            #expect(result.error?.errorDetails?.isEmpty == false)
            #expect(world.wire.exchanges.isEmpty)
        }
    }

    @Test("R69: a redirect URI that only one side knows gives an error that names the other side")
    func bothSides() async throws {
        // Registered, but not in the app.
        let world = try await World()
        let noScheme = try await call(AD_CREDENTIALS_AUTO, host: Device().app(schemes: []), world: world)
        #expect(noScheme.error?.errorDetails?.contains("Info.plist") == true)
        // In the app, but not registered.
        let host = Device().app(schemes: ["x-msauth-other"])
        let unregistered = try await call(
            AD_CREDENTIALS_AUTO, URL(string: "x-msauth-other://test.contoso.a"), host: host, world: world)
        #expect(unregistered.status != AD_SUCCEEDED)
        let details = unregistered.error?.errorDetails ?? ""
        #expect(details.contains("x-msauth-other://test.contoso.a"), "\(details)")
        #expect(details.lowercased().contains("regist"), "\(details)")
        #expect(!details.contains("Info.plist"))
        // On both.
        try await world.register(["x-msauth-other://test.contoso.a"])
        let both = try await call(
            AD_CREDENTIALS_AUTO, URL(string: "x-msauth-other://test.contoso.a"), host: host, world: world)
        #expect(both.status == AD_SUCCEEDED)
    }

    @Test("R71: the second redirect URI, for sign-in by certificate, is not needed for anything else")
    func certificateRedirectIsOptional() async throws {
        let world = try await World()
        let registration = try await world.admin.call(.get, "/_admin/applications/\(Contoso.suite)")
        #expect(!registration.text().contains("msauth://code"))
        let host = Device().app(schemes: ["x-msauth-contoso"])
        for type in [AD_CREDENTIALS_AUTO, AD_CREDENTIALS_EMBEDDED] {
            #expect(try await call(type, host: host, world: world).status == AD_SUCCEEDED)
            world.expireAccessTokens()
            #expect(try await call(type, host: host, world: world).status == AD_SUCCEEDED)
        }
        #expect(try await world.count("password_prompt") == 1)
    }

    @Test("R72-part: a broker is looked for by asking the system, the newer scheme first")
    func question() async throws {
        let world = try await World()
        for hasBroker in [false, true] {
            let device = Device(hasBroker: hasBroker)
            let context = try #require(
                ADAuthenticationContext(
                    authority: world.authority(),
                    environment: world.environment(browser: world.browser(), transport: world.vouched),
                    host: device.app()))
            context.credentialsType = AD_CREDENTIALS_AUTO
            #expect(await context.asking(prompt: AD_PROMPT_ALWAYS, redirect: Device.redirect).status == AD_SUCCEEDED)
            #expect(device.questions == ["msauthv3://broker", "msauth://broker"], "all that it needs have to be there")
        }
    }

    @Test(
        "R73: an app that may not ask about a broker hears \"not declared\", with what to add, and not \"not installed\"",
        arguments: [([], "msauth"), (["msauth"], "msauthv3"), (["msauthv3"], "msauth")])
    func notDeclared(_ queries: [String], _ missing: String) async throws {
        let world = try await World()
        let device = Device(hasBroker: true)
        let result = try await call(AD_CREDENTIALS_AUTO, host: device.app(queries: queries), world: world)
        #expect(result.code == .ERROR_TOKENBROKER_INVALID_REDIRECT_URI)
        let details = result.error?.errorDetails ?? ""
        #expect(details.contains("The scheme \(missing) is not declared"))
        #expect(details.contains("LSApplicationQueriesSchemes"))
        #expect(!details.contains("not installed"))
        #expect(device.questions.isEmpty)
    }
}

extension World {
    /// The provider's wire, in a world whose public cloud vouches for it.
    var vouched: Internet {
        let answer: JSONValue = [
            "tenant_discovery_endpoint": .string("\(provider.base.origin)/common/.well-known/openid-configuration"),
            "metadata": [],
        ]
        return Internet(sites: [
            provider.base.hostAndPort: wire,
            "login.microsoftonline.com": Site(answers: ["/common/discovery/instance": (200, answer)]),
        ])
    }

    /// Adds redirect URIs to the suite's registration.
    func register(_ redirects: [String]) async throws {
        let registration = try await admin.call(.get, "/_admin/applications/\(Contoso.suite)")
        var members = registration.objectValue ?? [:]
        let known = registration["publicClient"]?["redirectUris"]?.arrayValue?.compactMap(\.stringValue) ?? []
        members["publicClient"] = ["redirectUris": .strings(known + redirects)]
        try await admin.call(.post, "/_admin/applications", .object(members))
    }
}
