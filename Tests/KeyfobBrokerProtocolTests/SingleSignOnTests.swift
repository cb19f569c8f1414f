import KeyfobBrokerProtocol
import KeyfobCore
import KeyfobOAuth
import Testing

@Suite struct SingleSignOnTests {
    private func tokens() throws -> SingleSignOnTokenRequest {
        var request = SingleSignOnTokenRequest(
            authority: Authority(environment: "login.microsoftonline.com", tenant: "common"), clientID: "client",
            redirectURI: BrokerVectors.redirect, scopes: ["a", "b"])
        request.user = BrokerUser(homeAccountID: "o.t", username: "ada@contoso.test")
        request.claims = #"{"access_token":{"x":null}}"#
        request.capabilities = ["CP1"]
        request.binding = BrokerTokenBinding(tokenType: "Pop", confirmation: "c", keyID: "k")
        request.asking.prompt = "login"
        request.asking.extraParameters = ["dc": "x"]
        request.asking.isInstanceAware = true
        request.forcesRefresh = true
        request.homeTenantID = "t"
        request.sentOn = 1_795_000_000
        return request
    }

    @Test func `each operation's request survives a round trip`() throws {
        var removal = SingleSignOnRemoval(clientID: "client", homeAccountID: "o.t", username: nil)
        removal.signsOutOfBrowser = true
        removal.wipesAccount = true
        let contents: [SingleSignOnRequest.Content] = [
            .login(try tokens()), .refresh(try tokens()),
            .accounts(SingleSignOnAccountsQuery(clientID: "client", familyID: "1", signedInOnly: false)),
            .removeAccount(removal), .signOut(removal), .deviceInfo,
            .defaultAccount(SingleSignOnAccountsQuery(clientID: nil)),
            .cookies(SingleSignOnCookiesQuery(url: "https://login.microsoftonline.com/", kinds: 1)),
        ]
        #expect(Set(contents.map { SingleSignOnRequest($0, correlationID: "C").operation }).count == 8)
        for content in contents {
            var request = SingleSignOnRequest(
                content, correlationID: "C", app: BrokerApp(name: "App", sdkVersion: "1"))
            request.key = try BrokerVectors.key
            request.additional.set("x-client-xtra-sku", "x")
            let dictionary = request.dictionary
            #expect(dictionary["msg_protocol_ver"] == "4")
            #expect(try SingleSignOnRequest(request.operation, dictionary) == request)
        }
    }

    @Test func `claims are encoded once, and the version 1 endpoints are named`() throws {
        var request = try tokens()
        #expect(
            SingleSignOnRequest(.refresh(request), correlationID: "C").dictionary["claims"]
                == #"{"access_token":{"x":null}}"#)
        request.resource = "api://files"
        let dictionary = SingleSignOnRequest(.login(request), correlationID: "C").dictionary
        #expect(dictionary["provider_type"] == "provider_aad_v1")
        guard case .login(let again) = try SingleSignOnRequest(.login, dictionary).content else {
            Issue.record("The request is not a login.")
            return
        }
        #expect(again.resource == "api://files")
    }

    @Test(arguments: ["authority", "client_id", "redirect_uri", "correlation_id"])
    func `a request that lacks a member required for the answer is refused`(missing: String) throws {
        var dictionary = SingleSignOnRequest(.login(try tokens()), correlationID: "C").dictionary
        dictionary[missing] = nil
        #expect(throws: BrokerMessageError.self) { try SingleSignOnRequest(.login, dictionary) }
    }

    @Test func `each operation's answer survives a round trip`() throws {
        var granted = BrokerTokens()
        granted.accessToken = Secret("AT")
        granted.scopes = ["a"]
        var reply = BrokerResponse(.success(granted), correlationID: "C")
        reply.additionalTokens = granted
        let account = BrokerAccount(
            homeAccountID: "o.t", username: "ada@contoso.test", environment: "login.windows.net", realm: "t",
            localAccountID: "o", name: "Ada", claims: ["a": "b"])
        let field = SingleSignOnCookies.Field(
            name: "x-ms-RefreshTokenCredential", value: Secret("jwt"), homeAccountID: "o.t", username: "ada")
        var device = BrokerDeviceInfo()
        device.mode = .shared
        device.isRegistered = true
        device.otherAccountKinds = ["b2c"]
        device.extra = ["primary_registration_metadata_upn": "u"]
        let answers: [(SingleSignOnOperation, SingleSignOnResponse.Content)] = [
            (.login, .tokens(reply)), (.refresh, .tokens(reply)), (.accounts, .accounts([account])),
            (.defaultAccount, .accounts([])), (.removeAccount, .done), (.signOut, .done), (.deviceInfo, .done),
            (.cookies, .cookies(SingleSignOnCookies(accounts: [field]))),
            (.accounts, .failure(BrokerResponseError(domain: BrokerResponseError.msalDomain, code: -50000))),
        ]
        for (operation, content) in answers {
            var answer = SingleSignOnResponse(operation, content, device: device, brokerVersion: "6.8")
            answer.receivedOn = 1
            answer.answeredOn = 2
            let again = try SingleSignOnResponse(answer.dictionary, answering: operation)
            #expect(again.device == device)
            #expect(again.receivedOn == 1 && again.answeredOn == 2 && again.brokerVersion == "6.8")
            guard case .tokens(let tokens) = again.content else {
                if case .failure(var failure) = content {
                    failure.brokerVersion = "6.8"
                    #expect(again.content == .failure(failure))
                } else {
                    #expect(again.content == content)
                }
                continue
            }
            #expect(tokens.outcome == reply.outcome && tokens.additionalTokens == granted)
            #expect(answer.dictionary["additional_token_reponse"] != nil)
        }
    }

    @Test func `an answer to another operation, or without an outcome, is refused`() throws {
        let answer = SingleSignOnResponse(.deviceInfo, .done).dictionary
        #expect(throws: BrokerMessageError.self) { try SingleSignOnResponse(answer, answering: .accounts) }
        #expect(throws: BrokerMessageError.self) { try SingleSignOnResponse([:], answering: .accounts) }
        #expect(throws: BrokerMessageError.self) {
            try SingleSignOnResponse(["success": "1", "accounts": "{"], answering: .accounts)
        }
        #expect(throws: BrokerMessageError.self) { try SingleSignOnResponse(["success": "1"], answering: .cookies) }
    }
}
