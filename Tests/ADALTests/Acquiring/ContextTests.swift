import ADAL
import Foundation
import KeyfobCache
import KeyfobClient
import KeyfobCore
import KeyfobOAuth
import KeyfobTesting
import Testing

@Suite("Contexts")
struct ContextTests {
    @Test("R82: a context is for one authority: two clouds and two contexts, each with tokens of its own issuer")
    func twoAuthorities() async throws {
        let home = try await World()
        let away = try await World(base: HTTPURL("https://login.elsewhere.test/"))
        let internet = Internet(sites: ["localhost:8443": home.wire, "login.elsewhere.test": away.wire])
        var environment = home.environment(
            browser: ScriptedUserAgent(
                person: Person(user: Contoso.ada, password: Contoso.password), transport: internet, clock: home.clock),
            transport: internet)
        environment.adalCache = home.legacy
        let contexts = try [home, away].map { world in
            try #require(
                ADAuthenticationContext(
                    authority: world.authority(), validateAuthority: false, environment: environment))
        }
        #expect(contexts.map(\.authority) == [home.authority(), away.authority()])
        let first = await contexts[0].asking()
        let second = await contexts[1].asking()
        #expect(try await home.validatedScopes(first.accessToken).contains("Files.Read"))
        #expect(try await away.validatedScopes(second.accessToken).contains("Files.Read"))
        // Sign-ins at one context are not used by the other.
        for (context, result) in zip(contexts, [first, second]) {
            #expect(await context.silent().accessToken == result.accessToken)
        }
        #expect(first.accessToken != second.accessToken)
        #expect(first.authority == home.authority())
        #expect(second.authority == away.authority())
    }

    @Test("R83: one context serves several client ids, each with its own tokens")
    func severalClients() async throws {
        let world = try await World()
        let context = try world.context(browser: world.browser())
        let suite = await context.asking()
        let notes = await context.asking(
            clientID: Contoso.fabrikam, redirect: URL(string: "http://localhost/fabrikam-notes")!)
        #expect(suite.status == AD_SUCCEEDED)
        #expect(notes.status == AD_SUCCEEDED)
        #expect(try await world.validatedClaims(suite.accessToken)["azp"]?.stringValue == Contoso.suite)
        #expect(try await world.validatedClaims(notes.accessToken)["azp"]?.stringValue == Contoso.fabrikam)
        #expect(await context.silent().accessToken == suite.accessToken)
        #expect(await context.silent(clientID: Contoso.fabrikam).accessToken == notes.accessToken)
        #expect(try await world.validatedScopes(notes.accessToken) == ["Files.Read"])
    }

    @Test("R86: a call with a blank resource is a wrong argument (100)", arguments: ["", "  "])
    func resource(_ resource: String) async throws {
        let world = try await World()
        let (context, _) = try await world.signedIn()
        let requests = world.wire.exchanges.count
        let asking = await context.acquireToken(
            withResource: resource, clientId: Contoso.suite, redirectUri: Contoso.redirect())
        let silent = await context.acquireTokenSilent(
            withResource: resource, clientId: Contoso.suite, redirectUri: Contoso.redirect())
        for result in [asking, silent] {
            #expect(result.status == AD_FAILED)
            #expect(result.error?.domain == ADAuthenticationErrorDomain)
            #expect(result.code == .ERROR_DEVELOPER_INVALID_ARGUMENT)
            #expect(result.error?.errorDetails?.contains("resource") == true)
        }
        #expect(world.wire.exchanges.count == requests)
    }

    @Test("A blank client id, a wrong redirect URI, and malformed extra parameters or claims are wrong arguments (100)")
    func arguments() async throws {
        let world = try await World()
        let context = try world.context(browser: world.browser())
        let redirect = Contoso.redirect()
        func call(
            clientID: String = Contoso.suite, redirect: URL = redirect, query: String? = nil, claims: String? = nil
        ) async -> ADAuthenticationResult {
            await context.acquireToken(
                withResource: Contoso.files, clientId: clientID, redirectUri: redirect, promptBehavior: AD_PROMPT_AUTO,
                userIdentifier: nil, extraQueryParameters: query, claims: claims)
        }
        let results = [
            await call(clientID: ""), await call(clientID: " "),
            await call(redirect: URL(string: "http://elsewhere.test/")!), await call(query: "a b=c"),
            await call(query: "a=%zz"), await call(claims: "%7B"), await call(claims: "%5B%5D"),
            await call(query: "claims=%7B%7D", claims: "%7B%22access_token%22%3A%7B%7D%7D"),
        ]
        for result in results {
            #expect(result.code == .ERROR_DEVELOPER_INVALID_ARGUMENT)
            #expect(result.error?.errorDetails?.isEmpty == false)
        }
        #expect(world.wire.exchanges.isEmpty)
    }

    @Test("An authority is https with a tenant, and is converted to lower case without the rest of its path")
    func authorities() throws {
        let environment = ClientEnvironment(
            transport: Internet(sites: [:]), store: ReadyStore.empty, refreshLock: ReadyStore.lock,
            pause: ImmediatePause())
        func make(_ text: String) -> (context: ADAuthenticationContext?, error: ADAuthenticationError?) {
            var error: ADAuthenticationError?
            let context = ADAuthenticationContext(authority: text, environment: environment, error: &error)
            return (context, error)
        }
        for text in [
            "", "contoso", "http://login.microsoftonline.com/common", "https://login.microsoftonline.com",
        ] {
            let made = make(text)
            #expect(made.context == nil)
            #expect(made.error?.code == ADErrorCode.ERROR_DEVELOPER_INVALID_ARGUMENT.rawValue)
            #expect(made.error?.errorDetails?.contains("https://") == true)
        }
        let made = make(" https://Login.MicrosoftOnline.com/Contoso.COM/oauth2/authorize?x=1 ")
        #expect(made.context?.authority == "https://login.microsoftonline.com/contoso.com")
        #expect(made.error == nil)
        #expect(made.context?.validateAuthority == true)
        #expect(made.context?.correlationId == nil)
        #expect(made.context?.extendedLifetimeEnabled == false)
    }

    @Test(
        "R76: only work and school accounts: an authority for personal or customers' accounts is refused with the reason",
        arguments: [
            "https://login.microsoftonline.com/consumers",
            "https://login.microsoftonline.com/9188040d-6c67-4c5b-b112-36a304b66dad",
            "https://contoso.b2clogin.com/contoso.onmicrosoft.com/b2c_1_signin",
            "https://login.microsoftonline.com/tfp/contoso.onmicrosoft.com/b2c_1_signin",
            "https://contoso.ciamlogin.com/contoso.onmicrosoft.com",
        ])
    func accountKinds(_ authority: String) async throws {
        let world = try await World()
        var error: ADAuthenticationError?
        let context = ADAuthenticationContext(
            authority: authority, validateAuthority: false, environment: world.environment(), error: &error)
        #expect(context == nil)
        #expect(error?.code == ADErrorCode.ERROR_DEVELOPER_INVALID_ARGUMENT.rawValue)
        #expect(error?.errorDetails?.contains("work and school accounts") == true)
        // A work account is accepted; a personal one that signs in at a common authority is refused and not stored.
        #expect(try await world.signedIn(tenant: "common").result.status == AD_SUCCEEDED)
        let personal = try world.context(
            "common", browser: world.browser(Contoso.grace),
            transport: UnsignedProvider(base: world.wire, tenant: "9188040d-6c67-4c5b-b112-36a304b66dad"))
        let result = await personal.asking(prompt: AD_PROMPT_ALWAYS)
        #expect(result.code == .ERROR_SERVER_UNSUPPORTED_REQUEST)
        #expect(try world.store.homeAccountIDs().filter { !$0.isEmpty }.count == 1)
    }

    @Test(
        "An unknown host is validated at the public cloud; one unknown there too is code 101, unless validation is off")
    func validation() async throws {
        let world = try await World()
        let known = Site(answers: [
            "/common/discovery/instance": (
                200,
                [
                    "tenant_discovery_endpoint":
                        "https://localhost:8443/common/.well-known/openid-configuration", "metadata": [],
                ]
            )
        ])
        let unknown = Site(answers: ["/common/discovery/instance": (400, ["error": "invalid_instance"])])
        for (cloud, code) in [(known, ADErrorCode?.none), (unknown, .ERROR_DEVELOPER_AUTHORITY_VALIDATION)] {
            let internet = Internet(sites: ["localhost:8443": world.wire, "login.microsoftonline.com": cloud])
            let context = try #require(
                ADAuthenticationContext(
                    authority: world.authority(),
                    environment: world.environment(browser: world.browser(), transport: internet)))
            let result = await context.asking(prompt: AD_PROMPT_ALWAYS)
            #expect(result.code == code)
            #expect((result.status == AD_SUCCEEDED) == (code == nil))
            context.validateAuthority = false
            #expect(await context.asking().status == AD_SUCCEEDED)
        }
        // Without a response from the public cloud nothing is sent elsewhere.
        let requests = world.wire.exchanges.count
        let offline = try #require(
            ADAuthenticationContext(
                authority: world.authority(),
                environment: world.environment(
                    browser: world.browser(), transport: Internet(sites: ["localhost:8443": world.wire]))))
        let result = await offline.asking(prompt: AD_PROMPT_ALWAYS)
        #expect(result.error?.domain == NSURLErrorDomain)
        #expect(result.error?.code == NSURLErrorCannotConnectToHost)
        #expect(world.wire.exchanges.count == requests)
    }

    @Test("AD FS is validated by the registration service of the user's domain and by WebFinger")
    func federationService() async throws {
        let relation = "http://schemas.microsoft.com/rel/trusted-realm"
        func internet(trusts: String, onPremises: Bool) -> Internet {
            let contract: JSONValue = [
                "IdentityProviderService": ["PassiveAuthEndpoint": "https://fs.contoso.test/adfs/ls"]
            ]
            let registration = Site(answers: ["/enrollmentserver/contract": (200, contract)])
            let cloud = Site(answers: ["/contoso.test/enrollmentserver/contract": (200, contract)])
            let finger = Site(answers: [
                "/.well-known/webfinger": (
                    200, ["links": [["rel": .string(relation), "href": .string(trusts)]]]
                )
            ])
            return Internet(
                sites: onPremises
                    ? ["enterpriseregistration.contoso.test": registration, "fs.contoso.test": finger]
                    : ["enterpriseregistration.windows.net": cloud, "fs.contoso.test": finger])
        }
        let world = try await World()
        func call(_ internet: Internet, _ user: String?) async throws -> ADAuthenticationResult {
            let context = try #require(
                ADAuthenticationContext(
                    authority: "https://fs.contoso.test/adfs",
                    environment: world.environment(browser: world.browser(), transport: internet)))
            return await context.silent(Contoso.files, user)
        }
        for onPremises in [true, false] {
            let trusted = internet(trusts: "https://fs.contoso.test/adfs/services/trust", onPremises: onPremises)
            // The authority is valid: the missing part is a token.
            #expect(try await call(trusted, Contoso.ada).code == .ERROR_SERVER_USER_INPUT_NEEDED)
            let other = internet(trusts: "https://fs.elsewhere.test/adfs", onPremises: onPremises)
            #expect(try await call(other, Contoso.ada).code == .ERROR_DEVELOPER_AUTHORITY_VALIDATION)
            #expect(try await call(trusted, nil).code == .ERROR_DEVELOPER_INVALID_ARGUMENT)
        }
    }
}
