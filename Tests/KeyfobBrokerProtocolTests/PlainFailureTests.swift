import KeyfobBrokerProtocol
import KeyfobCore
import KeyfobOAuth
import Testing

/// Failures of version 2 are in the URL in clear text, so that any app can write one.
@Suite struct PlainFailureTests {
    private func request(_ dialect: KeyfobBrokerProtocol.BrokerDialect = .adal) throws -> BrokerRequest {
        try BrokerVectors.request(dialect, nonce: "N-1")
    }

    @Test func `a plain failure carries the nonce, and survives a round trip`() throws {
        let request = try request()
        var failure = BrokerResponseError(
            domain: BrokerResponseError.adalDomain, code: 213, oauthError: "unauthorized_client",
            suberror: "protection_policy_required", text: "AADSTS53005: no")
        failure.username = "ada@contoso.test"
        failure.headerFields = ["Retry-After": "30"]
        let url = try BrokerResponse(.failure(failure)).url(answering: request)
        #expect(url.contains("broker_nonce=N-1"))
        let reply = try #require(BrokerResponseURL(url))
            .open(key: request.key, request: try BrokerVectors.state(request))
        #expect(reply.failure == failure)
    }

    @Test func `a plain failure never yields a token, whatever it contains`() throws {
        let request = try request()
        var tokens = BrokerTokens()
        tokens.accessToken = Secret("AT")
        var genuine = BrokerResponse(.failure(BrokerResponseError(domain: "AD", code: 213)))
        genuine.additionalTokens = tokens
        for url in [
            try genuine.url(answering: request),
            "\(request.redirectURI)?msg_protocol_ver=2&error_code=1&broker_nonce=N-1&access_token=AT&refresh_token=RT"
                + "&application_token=APP&success=1",
        ] {
            let reply = try #require(BrokerResponseURL(url))
                .open(key: request.key, request: try BrokerVectors.state(request))
            #expect(reply.tokens == nil && reply.additionalTokens == nil && reply.applicationToken == nil)
            #expect(reply.failure != nil)
        }
    }

    @Test(arguments: ["", "&broker_nonce=", "&broker_nonce=N-2", "&broker_nonce=n-1", "&broker_nonce=N-11"])
    func `a plain failure without the request's nonce ends nothing`(nonce: String) throws {
        let request = try request()
        let url = "\(request.redirectURI)?msg_protocol_ver=2&error_code=403\(nonce)"
        #expect(throws: BrokerExchangeError.mismatchedResumeState) {
            try #require(BrokerResponseURL(url)).open(key: request.key, request: try BrokerVectors.state(request))
        }
    }

    @Test func `a plain failure without a domain has ADAL's numbers`() throws {
        let request = try request()
        let url = "\(request.redirectURI)?msg_protocol_ver=2&error_code=403&broker_nonce=N-1"
        let reply = try #require(BrokerResponseURL(url))
            .open(key: request.key, request: try BrokerVectors.state(request))
        let failure = try #require(reply.failure)
        #expect(failure.authError(correlationID: nil, during: .interactive).code == .userCanceled)
    }

    @Test func `version 3 has no plain failures`() throws {
        let request = try request(.msal)
        for version in ["2", "3"] {
            let url = "\(request.redirectURI)?msg_protocol_ver=\(version)&error_code=403&broker_nonce=N-1"
            #expect(throws: BrokerExchangeError.mismatchedResumeState) {
                try #require(BrokerResponseURL(url)).open(key: request.key, request: try BrokerVectors.state(request))
            }
        }
        let failed = try BrokerResponse(
            .failure(BrokerResponseError(domain: BrokerResponseError.msalDomain, code: -50005))
        )
        .url(answering: request)
        #expect(!failed.contains("50005") && failed.contains("response="))
    }

    @Test(arguments: [
        "msauth.test.contoso.a://auth?code=c&state=s", "msauth.test.contoso.a://auth?error=access_denied&state=s",
        "msauth.test.contoso.a://auth", "https://www.example.com/?response=", "myapp://open?error_code=1", "",
        "nothing",
    ])
    func `other URLs of the app are no replies`(url: String) { #expect(BrokerResponseURL(url) == nil) }
}
