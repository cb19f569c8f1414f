import KeyfobCore
import Testing

@Suite("ClaimsRequest")
struct ClaimsRequestTests {
    private let challenge = #"{"access_token":{"acrs":{"essential":true,"value":"c1"}}}"#

    @Test("is parsed and written without loss")
    func roundTrip() throws {
        #expect(try ClaimsRequest(challenge).description == challenge)
        #expect(try ClaimsRequest("{}").isEmpty)
    }

    @Test(
        "refuses texts that are not claims requests",
        arguments: ["", "[]", "null", #"{"userinfo":{}}"#, #"{"id_token":1}"#, #"{"id_token":{},"id_token":{}}"#])
    func refuses(text: String) {
        let error = #expect(throws: AuthError.self) { try ClaimsRequest(text) }
        #expect(error?.code == .configuration)
    }

    @Test("capabilities are united with the request and do not replace it")
    func capabilities() throws {
        #expect(ClaimsRequest.wireValue(request: nil, capabilities: []) == nil)
        #expect(
            ClaimsRequest.wireValue(request: nil, capabilities: ["cp1"])
                == #"{"access_token":{"xms_cc":{"values":["cp1"]}}}"#)
        #expect(
            try ClaimsRequest.wireValue(request: ClaimsRequest(challenge), capabilities: ["cp1"])
                == #"{"access_token":{"acrs":{"essential":true,"value":"c1"},"xms_cc":{"values":["cp1"]}}}"#)
        let both = try ClaimsRequest(#"{"access_token":{"xms_cc":{"values":["cp1","x"]}}}"#)
        #expect(
            ClaimsRequest.wireValue(request: both, capabilities: ["cp2", "cp1"])
                == #"{"access_token":{"xms_cc":{"values":["cp1","x","cp2"]}}}"#)
    }
}
