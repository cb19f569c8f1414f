import Foundation
import MSAL
import Testing

@Suite("Claims requests")
struct ClaimsRequestTests {
    @Test("Claims are requested, replaced and removed, each in its token")
    func building() throws {
        let request = MSALClaimsRequest()
        #expect(request.jsonString() == nil && request.claimsRequests(for: .idToken) == nil)
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
        #expect(request.claimsRequests(for: .idToken) == nil)
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
        "Text that is not a claims request is refused: other targets, other types, no JSON",
        arguments: [
            "", "[]", "nonsense", #"{"userinfo":{}}"#, #"{"id_token":[]}"#,
        ])
    func refused(_ text: String) {
        var error: NSError?
        let request = MSALClaimsRequest(jsonString: text, error: &error)
        #expect(error?.domain == MSALErrorDomain)
        #expect(error?.internalCode == .internalErrorInvalidParameter)
        #expect(request.jsonString() == nil)
    }
}
