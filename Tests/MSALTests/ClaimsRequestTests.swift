import Foundation
import MSAL
import Testing

@Suite("Claims requests")
struct ClaimsRequestTests {
    @Test("Claims are requested, replaced and removed, each in its token")
    func building() throws {
        let request = MSALClaimsRequest()
        // MSIDClaimsRequestTests, testJsonDictionary_whenClaimsRequestWithoutClaims_shouldReturnValidJsonString
        #expect(request.jsonString() == "{}" && request.claimsRequests(for: .idToken) == [])
        let given = MSALIndividualClaimRequest(name: "given_name")
        given.additionalInfo = MSALIndividualClaimRequestAdditionalInfo()
        given.additionalInfo?.essential = true
        try request.requestClaim(given, for: .idToken)
        try request.requestClaim(MSALIndividualClaimRequest(name: "email"), for: .idToken)
        let acrs = MSALIndividualClaimRequest(name: "acrs")
        acrs.additionalInfo = MSALIndividualClaimRequestAdditionalInfo()
        acrs.additionalInfo?.values = ["c1", 2, true]
        try request.requestClaim(acrs, for: .accessToken)
        #expect(
            request.jsonString()
                == #"{"access_token":{"acrs":{"values":["c1",2,true]}},"#
                + #""id_token":{"email":null,"given_name":{"essential":true}}}"#)
        let optional = MSALIndividualClaimRequest(name: "given_name")
        try request.requestClaim(optional, for: .idToken)
        #expect(request.claimsRequests(for: .idToken)?.count == 2)
        try request.removeClaim(withName: "given_name", target: .idToken)
        try request.removeClaim(withName: "email", target: .idToken)
        #expect(request.claimsRequests(for: .idToken) == [])
        #expect(refusal { try request.removeClaim(withName: "email", target: .idToken) } != nil)
        #expect(refusal { try request.requestClaim(MSALIndividualClaimRequest(name: ""), for: .idToken) } != nil)
    }

    @Test("A claims request is read and written unchanged, including unknown members")
    func reading() throws {
        let text =
            #"{"access_token":{"nbf":{"essential":true,"mode":"strict","value":"1604106651"}},"id_token":{"a":null}}"#
        var error: NSError?
        let request = MSALClaimsRequest(jsonString: text, error: &error)
        #expect(error == nil)
        #expect(request.jsonString() == text)
        let nbf = request.claimsRequests(for: .accessToken)?.first
        #expect(nbf?.name == "nbf" && nbf?.additionalInfo?.value as? String == "1604106651")
        #expect(nbf?.additionalInfo?.essential?.boolValue == true)
        let challenge = try MSALClaimsRequest(challenge: Data(text.utf8).base64EncodedString())
        #expect(challenge.jsonString() == text)
    }

    @Test(
        "Text that is not a claims request is refused: other targets, other types, only unknown members",
        arguments: [
            "[]", #"{"userinfo":{}}"#, #"{"id_token":[]}"#, #"{"id_token":{"sub":"a"}}"#,
            // MSALClaimsRequestTests, testInitWithJSONString_whenClaimRequestedInInvalidTarget_shouldFailWithError
            #"{"qwe":{"nickname":null}}"#,
            // …WithInvalidAdditionalInfo_…, …WithInvalidEssential_…, …WithInvalidValues_shouldFailWithError
            #"{"id_token":{"sub":{"invalid_param":1}}}"#, #"{"id_token":{"given_name":{"essential":"qwe"}}}"#,
            #"{"id_token":{"acr":{"essential":true,"value":248289761001,"values":"urn:mace:incommon:iap:silver"}}}"#,
        ])
    func refused(_ text: String) {
        var error: NSError?
        let request = MSALClaimsRequest(jsonString: text, error: &error)
        #expect(error?.domain == MSALErrorDomain)
        #expect(error?.internalCode == .internalErrorInvalidParameter)
        #expect(request.jsonString() == "{}")
    }

    /// MSALClaimsRequestTests, testInitWithJSONString_whenJsonStringIsCorrupted_shouldFailWithError. A repeated member
    /// is no JSON here (testInitWithJSONString_whenClaimRequestedWithValueAndRequestedTwice_… accepts the last one).
    @Test(
        "Text that is no JSON is refused with the error of Foundation's parser",
        arguments: [
            "", "nonsense", #"{"id_token": "nickname": null }}"#,
            #"{"id_token": {"sub": {"value": 1}, "sub": {"value": 2}}}"#,
        ])
    func corrupt(_ text: String) {
        var error: NSError?
        let request = MSALClaimsRequest(jsonString: text, error: &error)
        #expect(error?.domain == NSCocoaErrorDomain && error?.code == 3840)
        #expect(request.jsonString() == "{}")
    }

    /// MSIDClaimsRequestTests, testJsonDictionary_whenClaimRequestedWithEssentialFlagAndItIs10_…, …Is0_…
    @Test("A number for essential is read as a Boolean", arguments: [(10, true), (0, false), (-1, true)])
    func essentialNumber(_ number: Int, _ essential: Bool) {
        var error: NSError?
        let request = MSALClaimsRequest(jsonString: #"{"id_token":{"a":{"essential":\#(number)}}}"#, error: &error)
        #expect(error == nil)
        #expect(request.jsonString() == #"{"id_token":{"a":{"essential":\#(essential)}}}"#)
    }
}
