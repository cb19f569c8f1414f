import ADAL
import Foundation
import KeyfobCore
import KeyfobOAuth
import KeyfobSetup
import KeyfobTesting
import Testing

@Suite("Preconditions of a broker")
struct PreconditionTests {
    private func call(
        _ type: ADCredentialsType, _ redirect: URL = Device.redirect, on device: Device = Device(), host: ADHost,
        world: World
    ) async throws -> ADAuthenticationResult {
        try await #require(device.context(host, type, in: world)).asking(redirect: redirect)
    }

    @Test(
        "R28: an app that uses no broker may have any redirect URI; with AD_CREDENTIALS_AUTO it needs the broker's form"
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
        "R58-part: a new context uses no broker although one is installed: no query of the system, no message"
    )
    func offByDefault() async throws {
        let world = try await World()
        let device = Device(hasBroker: true)
        let context = try #require(device.context(device.app(), in: world))
        #expect(context.credentialsType == AD_CREDENTIALS_EMBEDDED)
        #expect(await context.asking(redirect: Device.redirect).status == AD_SUCCEEDED)
        #expect(device.questions.isEmpty)
    }

    @Test("R60: the type is set for each context, and contexts of both types can coexist")
    func bothKinds() async throws {
        let world = try await World()
        let device = Device()
        let host = device.app()
        let auto = try #require(device.context(host, AD_CREDENTIALS_AUTO, in: world))
        let embedded = try #require(device.context(host, AD_CREDENTIALS_EMBEDDED, in: world))
        #expect(auto.credentialsType == AD_CREDENTIALS_AUTO)
        #expect(embedded.credentialsType == AD_CREDENTIALS_EMBEDDED)
        let anything = URL(string: "http://localhost/contoso-a")!
        #expect(await auto.asking(redirect: anything).code == .ERROR_TOKENBROKER_INVALID_REDIRECT_URI)
        #expect(await embedded.asking(redirect: anything).status == AD_SUCCEEDED)
        let questions = device.questions.count
        #expect(await auto.asking(prompt: AD_PROMPT_ALWAYS, redirect: Device.redirect).status == AD_SUCCEEDED)
        #expect(device.questions.count > questions)
        let asked = device.questions.count
        #expect(await embedded.asking(prompt: AD_PROMPT_ALWAYS, redirect: Device.redirect).status == AD_SUCCEEDED)
        #expect(device.questions.count == asked)
    }

    @Test("R61: with AD_CREDENTIALS_AUTO and no broker installed the page is shown in the app")
    func absentBroker() async throws {
        let world = try await World()
        let device = Device(hasBroker: false)
        let result = try await call(AD_CREDENTIALS_AUTO, on: device, host: device.app(), world: world)
        #expect(result.status == AD_SUCCEEDED)
        #expect(try await world.validatedScopes(result.accessToken).contains("Files.Read"))
        #expect(try await world.count("password_prompt") == 1)
    }

    @Test("with AD_CREDENTIALS_AUTO the page is in the app where no URL reaches a broker: on macOS, without a bundle")
    func noWayToABroker() async throws {
        let device = Device(hasBroker: true)
        let mac = device.app(schemes: [], queries: [], platform: .macOS)
        let anything = URL(string: "http://localhost/contoso-a")!
        for host in [mac, ADHost()] {
            let world = try await World()
            let result = try await call(AD_CREDENTIALS_AUTO, anything, on: device, host: host, world: world)
            #expect(result.status == AD_SUCCEEDED, "\(String(describing: result.error?.errorDetails))")
            #expect(try await world.count("password_prompt") == 1)
        }
        #expect(device.questions.isEmpty)
    }

    @Test("R62-part: AD_CREDENTIALS_EMBEDDED uses no broker, for any call and with any broker installed")
    func embedded() async throws {
        let world = try await World()
        let device = Device(hasBroker: true)
        let context = try #require(device.context(device.app(), AD_CREDENTIALS_EMBEDDED, in: world))
        for prompt in [AD_PROMPT_AUTO, AD_PROMPT_ALWAYS, AD_FORCE_PROMPT] {
            #expect(await context.asking(prompt: prompt, redirect: Device.redirect).status == AD_SUCCEEDED)
        }
        #expect(await context.silent(forceRefresh: true).status == AD_SUCCEEDED)
        #expect(device.questions.isEmpty)
    }

    @Test("R63: an app without its URL scheme gets an error before anything opens or is sent")
    func scheme() async throws {
        let world = try await World()
        let device = Device(hasBroker: true)
        let result = try await call(
            AD_CREDENTIALS_AUTO, on: device, host: device.app(schemes: ["contoso-help"]), world: world)
        #expect(result.code == .ERROR_TOKENBROKER_INVALID_REDIRECT_URI)
        #expect(result.error?.errorDetails?.contains("CFBundleURLTypes") == true)
        #expect(result.error?.errorDetails?.contains("x-msauth-contoso") == true)
        #expect(world.wire.exchanges.isEmpty)
        #expect(device.questions.isEmpty)
    }

    @Test("R64-part: the app's other URLs are left to it")
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
        "R68: a brokered redirect URI is SCHEME://BUNDLE-ID, and any other form is refused",
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
        let url = try #require(URL(string: text))
        let result = try await call(AD_CREDENTIALS_AUTO, url, host: Device().app(), world: world)
        if isGood {
            #expect(result.code != .ERROR_TOKENBROKER_INVALID_REDIRECT_URI)
        } else {
            let codes: [ADErrorCode?] = [.ERROR_TOKENBROKER_INVALID_REDIRECT_URI, .ERROR_DEVELOPER_INVALID_ARGUMENT]
            #expect(codes.contains(result.code), "\(text)")
            #expect(result.error?.errorDetails?.isEmpty == false)
            #expect(world.wire.exchanges.isEmpty)
        }
    }

    @Test("R69: a redirect URI that is set on one side only gives an error that names the other side")
    func bothSides() async throws {
        // Registered, but not in the app.
        let world = try await World()
        let noScheme = try await call(AD_CREDENTIALS_AUTO, host: Device().app(schemes: []), world: world)
        #expect(noScheme.error?.errorDetails?.contains("Info.plist") == true)
        // In the app, but not registered.
        let host = Device().app(schemes: ["x-msauth-other"])
        let unregistered = try await call(
            AD_CREDENTIALS_AUTO, URL(string: "x-msauth-other://test.contoso.a")!, host: host, world: world)
        #expect(unregistered.status != AD_SUCCEEDED)
        let details = unregistered.error?.errorDetails ?? ""
        #expect(details.contains("x-msauth-other://test.contoso.a"), "\(details)")
        #expect(details.lowercased().contains("regist"), "\(details)")
        #expect(!details.contains("Info.plist"))
        // On both.
        try await world.register(["x-msauth-other://test.contoso.a"])
        let both = try await call(
            AD_CREDENTIALS_AUTO, URL(string: "x-msauth-other://test.contoso.a")!, host: host, world: world)
        #expect(both.status == AD_SUCCEEDED)
    }

    @Test("R71: the second redirect URI, for sign-in by certificate, is not needed otherwise")
    func certificateRedirectIsOptional() async throws {
        let world = try await World()
        let registration = try await world.admin.registration(of: Contoso.suite)
        #expect(!registration.text().contains("msauth://code"))
        let host = Device().app(schemes: ["x-msauth-contoso"])
        for type in [AD_CREDENTIALS_AUTO, AD_CREDENTIALS_EMBEDDED] {
            #expect(try await call(type, host: host, world: world).status == AD_SUCCEEDED)
            world.expireAccessTokens()
            #expect(try await call(type, host: host, world: world).status == AD_SUCCEEDED)
        }
        #expect(try await world.count("password_prompt") == 1)
    }

    @Test("R72-part: a broker is detected by querying the system, the newer scheme first")
    func question() async throws {
        let world = try await World()
        for hasBroker in [false, true] {
            let device = Device(hasBroker: hasBroker)
            let context = try #require(device.context(device.app(), AD_CREDENTIALS_AUTO, in: world))
            #expect(await context.asking(prompt: AD_PROMPT_ALWAYS, redirect: Device.redirect).status == AD_SUCCEEDED)
            #expect(device.questions == ["msauthv3://broker", "msauth://broker"], "all schemes are required")
        }
    }

    @Test(
        "R73: an app that may not query a broker gets \"not declared\", with the entry to add, and not \"not installed\"",
        arguments: [([], "msauth"), (["msauth"], "msauthv3"), (["msauthv3"], "msauth")])
    func notDeclared(_ queries: [String], _ missing: String) async throws {
        let world = try await World()
        let device = Device(hasBroker: true)
        let host = device.app(queries: queries)
        let result = try await call(AD_CREDENTIALS_AUTO, on: device, host: host, world: world)
        #expect(result.code == .ERROR_TOKENBROKER_INVALID_REDIRECT_URI)
        let details = result.error?.errorDetails ?? ""
        #expect(details.contains("The scheme \(missing) is not declared"))
        #expect(details.contains("LSApplicationQueriesSchemes"))
        #expect(!details.contains("not installed"))
        #expect(device.questions.isEmpty)
    }
}
