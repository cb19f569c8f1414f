import KeyfobBrokerProtocol
import KeyfobCore
import KeyfobOAuth
import Testing

@Suite struct FailureMeaningTests {
    @Test(arguments: [
        (-50001, AuthError.Code.deviceRegistrationRequired), (-50002, .interactionRequired),
        (-50003, .serverDeclinedScopes), (-50004, .protectionPoliciesRequired), (-50005, .userCanceled),
        (-50142, .interactionRequired), (-50000, .brokerFailed), (-1, .brokerFailed),
    ])
    func `a broker's error numbers map to the app's action`(number: Int, code: AuthError.Code) {
        let failure = BrokerResponseError(domain: BrokerResponseError.msalDomain, code: number)
        let error = failure.authError(correlationID: "C", during: .interactive)
        #expect(error.code == code)
        #expect(error.origin == .broker)
        #expect(error.remedy?.isEmpty == false)
        #expect(error.correlationID == "C")
        #expect(error.cause as? BrokerResponseError == failure)
    }

    @Test func `a generic number leaves the meaning to the provider's error`() {
        let failure = BrokerResponseError(
            domain: BrokerResponseError.msalDomain, code: -50000, oauthError: "invalid_client",
            text: "AADSTS700016: no app")
        let error = failure.authError(correlationID: nil, during: .interactive)
        #expect(error.code == .configuration)
        #expect(error.server?.codes == [700_016])
        #expect(error.message.contains("no app"))
    }

    @Test func `a number that only the broker can explain comes with the broker's text`() {
        let failure = BrokerResponseError(
            domain: BrokerResponseError.msalDomain, code: -42002,
            text: "The organization does not let it.\r\n\u{1B}[31mAsk.")
        let error = failure.authError(correlationID: nil, during: .interactive)
        #expect(error.code == .brokerFailed)
        #expect(error.message.hasSuffix("-42002. The organization does not let it.[31mAsk."), "\(error.message)")
        let endless = BrokerResponseError(
            domain: BrokerResponseError.msalDomain, code: -1, text: String(repeating: "x", count: 100_000))
        #expect(endless.authError(correlationID: nil, during: .silent).message.count < 1000)
    }

    @Test(arguments: [
        (200, AuthError.Code.interactionRequired), (201, .deviceRegistrationRequired), (204, .accountMismatch),
        (213, .protectionPoliciesRequired), (403, .userCanceled),
    ])
    func `ADAL's numbers do too`(number: Int, code: AuthError.Code) {
        let failure = BrokerResponseError(domain: BrokerResponseError.adalDomain, code: number)
        #expect(failure.authError(correlationID: nil, during: .interactive).code == code)
    }

    @Test(arguments: [
        (BrokerResponseError.adalBrokerDomain, AuthError.Code.userCanceled), ("ADHTTPErrorCodeDomain", .brokerFailed),
        ("ADOAuthServerErrorDomain", .brokerFailed), ("ADKeychainErrorDomain", .brokerFailed),
    ])
    func `a number has ADAL's meaning in ADAL's domains only`(domain: String, code: AuthError.Code) {
        let failure = BrokerResponseError(domain: domain, code: 403)
        #expect(failure.authError(correlationID: nil, during: .interactive).code == code)
    }

    @Test(arguments: ["protection_policy_required", "protection_policies_required"])
    func `both spellings of the protection error are equivalent`(suberror: String) {
        let failure = BrokerResponseError(
            domain: "other", code: 1, oauthError: "unauthorized_client", suberror: suberror)
        #expect(failure.authError(correlationID: nil, during: .silent).code == .protectionPoliciesRequired)
    }

    @Test func `network errors, interaction and throttling are distinguished`() {
        let offline = BrokerResponseError(domain: BrokerResponseError.networkDomain, code: -1009)
        #expect(offline.authError(correlationID: nil, during: .silent).code == .network)
        let unknown = BrokerResponseError(domain: "", code: 0).authError(correlationID: nil, during: .silent)
        #expect(unknown.code == .brokerFailed)
        #expect(unknown.message == BrokerExchangeError.unknown.message)
        var throttled = BrokerResponseError(domain: "x", code: 1, oauthError: "temporarily_unavailable")
        throttled.status = 429
        throttled.headerFields = ["retry-after": "30"]
        let error = throttled.authError(correlationID: nil, during: .silent)
        #expect(error.code == .throttled && error.retryAfter == 30)
    }

    @Test(arguments: [
        (BrokerExchangeError.noReply, -51800, -42700, 503), (.badResumeState, -51802, -42702, 508),
        (.mismatchedResumeState, -51803, -42703, 509),
        (.hashMissing, -51804, -42704, 510), (.corrupted, -51805, -42705, 506),
        (.decryptionFailed, -51806, -42706, 505), (.hashMismatch, -51807, -42707, 502),
        (.keyNotCreated, -51808, -42708, 504), (.keyNotFound, -51809, -42709, 505), (.unknown, -51811, -42711, 500),
        (.applicationTokenNotWritten, -51812, -42712, 500), (.requestUnderWay, -51710, -42402, 400),
    ])
    func `each fault has Microsoft's numbers, its own text and a remedy`(
        fault: BrokerExchangeError, identityCore: Int, msal: Int, adal: Int
    ) {
        #expect(fault.identityCoreCode == identityCore)
        #expect(fault.msalInternalCode == msal)
        #expect(fault.adalCode == adal)
        #expect(fault.authError.code == .brokerFailed)
        #expect(BrokerExchangeError.allCases.count { $0.message == fault.message } == 1)
        #expect(!fault.remedy.isEmpty)
    }
}
