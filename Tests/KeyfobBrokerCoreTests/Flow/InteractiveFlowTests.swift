import KeyfobBrokerProtocol
import KeyfobCore
import KeyfobFlows
import KeyfobOAuth
import Testing

@testable import KeyfobBrokerCore

/// The decisions of an interactive sign-in, by events alone.
@Suite struct InteractiveFlowTests {
    private let ada = FlowRun.ada
    private let grace = FlowRun.grace

    private func failure(_ code: AuthError.Code) -> SignInEvent {
        .failed(AuthError(code, origin: .server, message: "Failed."))
    }

    private func url(_ path: String, host: String = Contoso.host) throws -> HTTPURL {
        try #require(HTTPURL("https://\(host)\(path)"))
    }

    /// A run whose pages are open.
    private func open(
        _ configure: (inout BrokerConfiguration) -> Void = { $0.registration = .whenRequired },
        request change: (inout BrokerRequest) -> Void = { _ in }
    ) throws -> FlowRun {
        var run = try FlowRun(configure, request: change)
        #expect(run.send(.start)?.hasPrefix("open pages") == true)
        return run
    }

    // MARK: - The account

    @Test func `an account that the app names gets tokens without a page`() throws {
        var run = try FlowRun { _ in
        } request: {
            $0.user.homeAccountID = FlowRun.ada.homeAccountID
        }
        run.state.put(ada)
        run.state.put(grace)
        run.state.consents.insert(run.order.consent(to: ada))
        #expect(run.send(.start) == "consent ada")
        #expect(run.send(.stored) == "fetch ada")
        #expect(run.send(.tokens(run.tokens)) == "finish \(Contoso.ada)")
    }

    @Test func `without a name the user selects an account, and that is the consent`() throws {
        var run = try FlowRun(isVerified: false)
        run.state.put(ada)
        run.state.put(grace)
        #expect(run.send(.start) == "show broker-accounts")
        #expect(run.submit("account", "1") == "consent grace")
    }

    @Test func `a first use is confirmed`() throws {
        var run = try FlowRun(isVerified: false) { _ in
        } request: {
            $0.user = BrokerUser(loginHint: Contoso.ada)
        }
        run.state.put(ada)
        #expect(run.send(.start) == "show broker-confirmation")
        #expect(run.submit("action", "continue") == "consent ada")
    }

    @Test(arguments: [false, true])
    func `a new account signs in for the broker first, and enters credentials if another is known`(
        hasCookies: Bool
    ) throws {
        var run = try FlowRun()
        run.hasCookies = hasCookies
        #expect(run.send(.start) == "sign in for the broker: anyone" + (hasCookies ? ", login" : ""))
        #expect(run.send(.signedInForBroker(.signedIn(ada))) == "remember ada")
        run.state.put(ada)
        #expect(run.send(.stored) == "open pages")
        #expect(run.pages?.identity == WebIdentity(account: ada))
    }

    @Test func `a shared device in use admits no other account`() throws {
        var run = try FlowRun {
            $0.policy.isSharedDevice = true
        } request: {
            $0.user = BrokerUser(homeAccountID: FlowRun.grace.homeAccountID)
        }
        run.state.put(ada)
        #expect(run.send(.start) == "fail accountMismatch")
    }

    @Test func `going back on any of the broker's pages ends the sign-in`() throws {
        var choosing = try FlowRun()
        choosing.state.put(ada)
        _ = choosing.send(.start)
        #expect(choosing.submit("action", "cancel") == "fail userCanceled")
        var confirming = try FlowRun(isVerified: false) { _ in
        } request: {
            $0.user = BrokerUser(loginHint: Contoso.ada)
        }
        confirming.state.put(ada)
        _ = confirming.send(.start)
        #expect(confirming.submit("action", "cancel") == "fail userCanceled")
        var repairing = try open()
        #expect(repairing.send(.left(.compliance(nil))) == "show broker-question")
        #expect(repairing.submit("action", "cancel") == "fail userCanceled")
        var selecting = try open()
        _ = selecting.send(.left(.systemBrowser(try url("/common"))))
        #expect(selecting.send(.certificates(["1", "2"])) == "show broker-certificates")
        #expect(selecting.submit("action", "cancel") == "fail userCanceled")
        var creating = try open { _ in
        } request: {
            $0.asking.prompt = "create"
        }
        #expect(creating.send(.signedInForApp(creating.result, ada)) == "show broker-confirmation")
        #expect(creating.submit("action", "cancel") == "fail userCanceled")
    }

    // MARK: - Tokens without a page

    @Test(arguments: [
        (AuthError.Code.interactionRequired, "open pages"), (.deviceRegistrationRequired, "open pages"),
        (.serverDeclinedScopes, "open pages"), (.network, "fail network"), (.server, "fail server"),
    ])
    func `only what the user can resolve opens the provider's pages`(code: AuthError.Code, action: String) throws {
        var run = try FlowRun { _ in
        } request: {
            $0.user = BrokerUser(homeAccountID: FlowRun.ada.homeAccountID)
        }
        run.state.put(ada)
        run.state.consents.insert(run.order.consent(to: ada))
        _ = run.send(.start)
        #expect(run.send(.stored) == "fetch ada")
        #expect(run.send(failure(code)) == action)
    }

    @Test func `a rule about registered devices is met before there are tokens`() throws {
        var rule = ManagedPolicy.Rule(apps: ["*"])
        rule.wantsRegisteredDevice = true
        var run = try FlowRun {
            $0.policy.rules = [rule]
        } request: {
            $0.user = BrokerUser(homeAccountID: FlowRun.ada.homeAccountID)
        }
        run.state.put(ada)
        run.state.consents.insert(run.order.consent(to: ada))
        _ = run.send(.start)
        #expect(run.send(.stored) == "sign in for the broker: ada")
        var withCard = run
        let wanted = CertificateWanted(try url("/common"))
        #expect(withCard.send(.signedInForBroker(.certificateWanted(wanted))) == "fail userAgentUnavailable")
        #expect(run.send(.signedInForBroker(.signedIn(ada))) == "fail interactionRequired")
    }

    // MARK: - What pages request

    @Test func `pages can request a registration, and then see the account`() throws {
        var run = try open()
        #expect(run.send(.left(.registerDevice(username: Contoso.ada))) == "sign in for the broker: anyone")
        #expect(run.send(.signedInForBroker(.signedIn(ada))) == "reload")
        guard case .perform(.goOn(.reload, let identity)) = run.last else {
            Issue.record("not reloaded")
            return
        }
        #expect(identity == WebIdentity(account: ada))
        #expect(run.send(.left(.renewRegistration(username: nil))) == "sign in for the broker: ada, again")
    }

    @Test func `pages can open another page only of the organization`() throws {
        var run = try open()
        #expect(run.send(.left(.enroll(try url("/enrol")))) == "open /enrol")
        #expect(run.send(.left(.compliance(try url("/rules")))) == "open /rules")
        #expect(run.send(.left(.remediationEnded(isSuccess: true))) == "reload")
        for exit in [
            BrokerActionURL.enroll(try url("/", host: "evil.test")), .compliance(try url("/", host: "evil.test")),
            .systemBrowser(try url("/", host: "evil.test")), .unknown("other"),
        ] {
            var run = run
            #expect(run.send(.left(exit)) == "fail invalidResponse")
        }
        #expect(run.send(.left(.remediationEnded(isSuccess: false))) == "fail interactionRequired")
    }

    @Test func `requests without end are ended`() throws {
        var run = try open()
        for _ in 1...8 { #expect(run.send(.left(.remediationEnded(isSuccess: true))) == "reload") }
        #expect(run.send(.left(.remediationEnded(isSuccess: true))) == "fail interactionRequired")
    }

    // MARK: - Certificates

    @Test(arguments: [
        ([], "open the system's browser"), (["card"], "open pages, certificate card"),
        (["other", "ADA@contoso.test"], "open pages, certificate ADA@contoso.test"),
        (["card 1", "card 2"], "show broker-certificates"),
    ])
    func `a certificate is an outcome of the pages, and the next request`(names: [String], action: String) throws {
        var run = try open()
        let wanted = try url("/common?login_hint=ada%40contoso.test")
        #expect(run.send(.left(.systemBrowser(wanted))) == "list certificates for \(Contoso.host)")
        #expect(run.send(.certificates(names)) == action)
        if names.first == "card 1" { #expect(run.submit("certificate", "1") == "open pages, certificate card 2") }
        let parameters = try #require(run.pages?.parameters)
        #expect(parameters.redirectURI.value.hasPrefix("msauth://code/msauth.test.contoso.a"))
        #expect(parameters.extraParameters[InteractiveFlow.certificateFlag] == "true")
        #expect(parameters.loginHint == Contoso.ada)
        // It is presented once.
        #expect(run.send(.left(.systemBrowser(wanted))) == "fail userAgentUnavailable")
    }

    @Test func `a certificate that the broker's own sign-in wants is used at the app's`() throws {
        let wanted = CertificateWanted(try url("/common?login_hint=ada%40contoso.test"))
        var first = try FlowRun()
        _ = first.send(.start)
        #expect(first.send(.signedInForBroker(.certificateWanted(wanted))) == "open pages")
        #expect(first.pages?.parameters.extraParameters[InteractiveFlow.certificateFlag] == "true")
        #expect(first.pages?.parameters.redirectURI.value == "msauth.test.contoso.a://auth")
        var between = try open()
        _ = between.send(.left(.registerDevice(username: nil)))
        #expect(
            between.send(.signedInForBroker(.certificateWanted(wanted))) == "list certificates for \(Contoso.host)")
    }

    // MARK: - The end

    @Test(arguments: [true, false])
    func `what the pages proved counts for every app, and cannot spoil the sign-in`(isKept: Bool) throws {
        var run = try open { _ in
        } request: {
            $0.asking.prompt = "create"
        }
        _ = run.send(.signedInForApp(run.result, ada))
        #expect(run.submit("action", "continue") == "remember ada")
        #expect(run.send(.stored) == "save ada")
        #expect(run.send(.stored) == "sign in for the broker: ada")
        let end = isKept ? SignInEvent.signedInForBroker(.signedIn(ada)) : failure(.network)
        #expect(run.send(end) == "finish \(Contoso.ada)")
    }

    @Test func `the system's browser proved nothing to the web view`() throws {
        var run = try open()
        run.state.put(ada)
        _ = run.send(.left(.systemBrowser(try url("/common"))))
        _ = run.send(.certificates([]))
        #expect(run.send(.signedInForApp(run.result, ada)) == "remember ada")
        _ = run.send(.stored)
        #expect(run.send(.stored) == "finish \(Contoso.ada)")
    }

    @Test func `another user than the named one gets nothing stored`() throws {
        for user in [
            BrokerUser(homeAccountID: FlowRun.ada.homeAccountID),
            BrokerUser(username: Contoso.ada, kind: .requiredName), BrokerUser(username: "ada", kind: .uniqueID),
        ] {
            var run = try open {
                $0.registration = .whenRequired
            } request: {
                $0.user = user
            }
            #expect(run.send(.signedInForApp(run.result, grace)) == "fail accountMismatch")
        }
        var unnamed = try open()
        #expect(unnamed.send(.signedInForApp(unnamed.result, nil)) == "fail invalidResponse")
    }

    @Test func `an unexpected event changes nothing, and after the end every event is one`() throws {
        let unexpected: [SignInEvent] = [
            .stored, .certificates(["card"]), .signedInForBroker(.signedIn(grace)),
            .submitted(PageSubmission(action: "", isPost: true, fields: [])), .start,
        ]
        var run = try FlowRun()
        for event in unexpected.dropLast() + [failure(.network)] { #expect(run.send(event) == nil) }
        run = try open()
        for event in unexpected { #expect(run.send(event) == nil) }
        #expect(run.send(.signedInForApp(run.result, ada)) == "remember ada")
        #expect(run.send(failure(.storeUnavailable)) == "fail storeUnavailable")
        for event in unexpected + [failure(.network)] { #expect(run.send(event) == nil) }
    }
}
