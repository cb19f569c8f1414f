import KeyfobBrokerCore
import KeyfobBrokerProtocol
import KeyfobCore
import KeyfobTesting
import Testing

/// Policies that only the broker can satisfy: it performs the required steps, and the same request then yields a token.
@Suite struct RemediationTests {
    @Test func `R121-part a device is registered, enrolled and compliant before the token is issued`() async throws {
        let fixture = try await BrokerFixture { $0.registration = .whenRequired }
        try await fixture.provider.admin.require("compliantDevice")
        let reply = try await BrokeredApp.a.ask(fixture.broker(), .login)
        #expect(try await fixture.apiAccepts(reply.tokens?.accessToken))
        #expect(try await fixture.passwords() == 1)
        let device = try #require(try await fixture.provider.admin.devices().first)
        #expect(device["isManaged"]?.boolValue == true && device["isCompliant"]?.boolValue == true)
        #expect(fixture.screen.visits.last?.pages.contains("enroll") == true)
    }

    @Test func `R52-part with the device registered at sign-in the policy leads to enrolment`() async throws {
        let fixture = try await BrokerFixture()
        try await fixture.provider.admin.require("compliantDevice")
        let reply = try await BrokeredApp.a.ask(fixture.broker(), .login)
        #expect(try await fixture.apiAccepts(reply.tokens?.accessToken))
        let account = reply.tokens?.homeAccountID
        _ = try await BrokeredApp.b.ask(fixture.broker(), .login) { $0.user.homeAccountID = account }
        let silent = try await BrokeredApp.b.ask(fixture.broker(), .refresh) { $0.user.homeAccountID = account }
        #expect(try await fixture.apiAccepts(silent.tokens?.accessToken))
        #expect(try await fixture.passwords() == 1)
    }

    @Test func `a later policy makes a silent call require the user, who then satisfies it`() async throws {
        let fixture = try await BrokerFixture()
        let account = try await BrokeredApp.a.ask(fixture.broker(), .login).tokens?.homeAccountID
        try await fixture.provider.admin.require("compliantDevice")
        fixture.clock.advance(seconds: 7200)
        let silent = try await BrokeredApp.a.ask(fixture.broker(), .refresh) { $0.user.homeAccountID = account }
        #expect(silent.tokens == nil)
        let reply = try await BrokeredApp.a.ask(fixture.broker(), .login) { $0.user.homeAccountID = account }
        #expect(try await fixture.apiAccepts(reply.tokens?.accessToken))
        #expect(try await fixture.passwords() == 1)
    }

    @Test func `R1-part a second factor is requested once, for every app`() async throws {
        let fixture = try await BrokerFixture()
        try await fixture.provider.admin.require("mfa")
        let reply = try await BrokeredApp.a.ask(fixture.broker(), .login)
        #expect(try await fixture.apiAccepts(reply.tokens?.accessToken))
        let account = reply.tokens?.homeAccountID
        _ = try await BrokeredApp.b.ask(fixture.broker(), .login) { $0.user.homeAccountID = account }
        let silent = try await BrokeredApp.b.ask(fixture.broker(), .refresh) { $0.user.homeAccountID = account }
        #expect(try await fixture.apiAccepts(silent.tokens?.accessToken))
        // Another vendor's app is asked for its permissions, and for nothing else.
        let vendor = try await BrokeredApp.notes.ask(fixture.broker(), .login) { $0.user.homeAccountID = account }
        #expect(try await fixture.apiAccepts(vendor.tokens?.accessToken))
        #expect(try await fixture.passwords() == 1)
        #expect(try await fixture.provider.admin.count("second_factor_registered") == 1)
        #expect(try await fixture.provider.admin.count("second_factor_prompt") == 0)
    }

    @Test func `a policy that blocks ends with the provider's page and no token`() async throws {
        let fixture = try await BrokerFixture()
        try await fixture.provider.admin.require("block")
        let reply = try await BrokeredApp.a.ask(fixture.broker(), .login)
        #expect(reply.tokens == nil && reply.failure != nil)
    }

    @Test func `R122-part an app without protection gets the error with the account`() async throws {
        let fixture = try await BrokerFixture()
        try await fixture.provider.admin.require("compliantApplication")
        let reply = try await BrokeredApp.a.ask(fixture.broker(), .login)
        #expect(reply.tokens == nil && reply.failure?.code == -50004)
        #expect(reply.failure?.username == Contoso.ada && reply.failure?.homeAccountID != nil)
    }

    @Test(arguments: [true, false])
    func `a token for the app-protection service is included, unless scopes were declined, when the granted ones are`(
        isDeclined: Bool
    ) async throws {
        let fixture = try await BrokerFixture()
        // Another API stands for the service, whose token is obtained silently: the user consents to it first.
        var app = BrokeredApp.a
        app.scopes = ["https://graph.microsoft.com/User.Read"]
        let account = try await app.ask(fixture.broker(), .login).tokens?.homeAccountID
        app.scopes = ["api://files/Files.Read", "api://files/Files.ReadWrite"]
        if isDeclined { fixture.screen.person.declining = ["api://files/Files.ReadWrite"] }
        let reply = try await app.ask(fixture.broker(), .login) { request in
            request.user.homeAccountID = account
            request.asking.prompt = "consent"
            request.intune.resources = [Contoso.host: "https://graph.microsoft.com"]
        }
        let along = try #require(reply.additionalTokens)
        #expect(try await fixture.apiAccepts(along.accessToken) == isDeclined)
        guard isDeclined else {
            #expect(try await fixture.apiAccepts(reply.tokens?.accessToken))
            #expect(along.scopes?.contains { $0.hasSuffix("User.Read") } == true)
            return
        }
        #expect(reply.failure?.code == -50003 && reply.failure?.grantedScopes == ["api://files/Files.Read"])
        #expect(reply.failure?.username == Contoso.ada && reply.failure?.homeAccountID == account)
        #expect(along.scopes == ["api://files/Files.Read"])
    }
}
