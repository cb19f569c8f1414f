import KeyfobBrokerProtocol
import KeyfobCore
import Testing

@Suite struct ResumeStateTests {
    @Test(arguments: KeyfobBrokerProtocol.BrokerDialect.allCases)
    func `the stored state of a request survives a round trip`(dialect: KeyfobBrokerProtocol.BrokerDialect) throws {
        var request = try BrokerVectors.request(dialect)
        request.hub = BrokerHostApp(clientID: "hub", redirectURI: "msauth.test.hub://auth")
        request.binding = BrokerTokenBinding(tokenType: "Pop", confirmation: "c", keyID: "k")
        request.user.username = "ada@contoso.test"
        if dialect == .msal { request.user.homeAccountID = "o.t" }
        var state = try BrokerVectors.state(request)
        if dialect == .msal { (state.tenantID, state.objectID) = ("t", "o") }
        state.sentOn = 1_795_000_000
        #expect(BrokerResumeState(state.dictionary) == state)
        #expect(state.username == "ada@contoso.test")
        #expect(state.responseAddress == "msauth.test.hub://auth")
        #expect(state.dictionary["sdk_name"] == dialect.sdkName)
        // The key that opens the reply stays in the keychain.
        #expect(!state.dictionary.values.contains(request.key.text.reveal()))
    }

    @Test(arguments: ["sdk_name", "authority", "client_id", "redirect_uri", "broker_nonce", "keychain_group"])
    func `an incomplete state is ignored`(missing: String) throws {
        var dictionary = try BrokerVectors.state(BrokerVectors.request(.msal)).dictionary
        dictionary[missing] = nil
        #expect(BrokerResumeState(dictionary) == nil)
        dictionary[missing] = ""
        #expect(BrokerResumeState(dictionary) == nil)
    }

    @Test func `a request without a nonce cannot be stored`() throws {
        var request = try BrokerVectors.request(.msal)
        request.nonce = nil
        #expect(throws: BrokerExchangeError.badResumeState) { try BrokerResumeState(request, keychainGroup: "g") }
    }
}
