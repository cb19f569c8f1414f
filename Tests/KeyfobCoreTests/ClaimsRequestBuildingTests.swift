import KeyfobCore
import Testing

@Suite("Building a claims request")
struct ClaimsRequestBuildingTests {
    @Test("claims are added, parsed again and removed, per target")
    func building() throws {
        var request = ClaimsRequest()
        #expect(request.isEmpty)
        request.request(IndividualClaim("acrs", isEssential: true, value: "c1"), in: .accessToken)
        request.request(IndividualClaim("email"), in: .idToken)
        request.request(IndividualClaim("amr", values: ["mfa", "rsa"]), in: .idToken)
        #expect(
            request.description
                == #"{"access_token":{"acrs":{"essential":true,"value":"c1"}},"#
                + #""id_token":{"amr":{"values":["mfa","rsa"]},"email":null}}"#)
        let read = try ClaimsRequest(request.description)
        #expect(read == request)
        #expect(read.claims(in: .idToken).map(\.name) == ["amr", "email"])
        #expect(read.claim("acrs", in: .accessToken)?.isEssential == true)
        #expect(read.claim("acrs", in: .idToken) == nil)
        request.remove("acrs", in: .accessToken)
        #expect(request.json["access_token"] == nil)
        request.remove("absent", in: .accessToken)
        #expect(request.claims(in: .idToken).count == 2)
    }

    @Test("unknown members of a claim are kept")
    func unknownMembers() throws {
        let text = #"{"id_token":{"auth_time":{"essential":true,"max_age":60}}}"#
        var request = try ClaimsRequest(text)
        let claim = try #require(request.claim("auth_time", in: .idToken))
        #expect(claim.additional == ["max_age": 60])
        request.request(claim, in: .idToken)
        #expect(request.description == text)
    }

    @Test(
        "Two requests for one claim merge into one that requests both",
        arguments: [
            (#"{"value":"c1"}"#, #"{"value":"c1"}"#, #"{"value":"c1"}"#),
            (#"{"value":"c1"}"#, #"{"value":"c2"}"#, #"{"values":["c1","c2"]}"#),
            (#"{"value":"c1"}"#, #"{"values":["C1","c2"]}"#, #"{"values":["c1","c2"]}"#),
            ("null", #"{"value":"c2"}"#, #"{"value":"c2"}"#),
            (#"{"essential":true}"#, #"{"essential":false,"value":"x"}"#, #"{"essential":true,"value":"x"}"#),
            ("null", "null", "null"),
        ])
    func merging(_ one: String, _ other: String, _ both: String) throws {
        func request(_ claim: String) throws -> ClaimsRequest {
            try ClaimsRequest(#"{"access_token":{"acrs":\#(claim)}}"#)
        }
        #expect(try request(one).merging(request(other)) == request(both))
        let elsewhere = try ClaimsRequest(#"{"id_token":{"email":null}}"#)
        #expect(try request(one).merging(elsewhere).claims(in: .idToken).map(\.name) == ["email"])
    }

    @Test("Capabilities are added to a caller's single value instead of replacing it, ignoring letter case")
    func capabilities() throws {
        let caller = try ClaimsRequest(#"{"access_token":{"xms_cc":{"value":"CP1"}}}"#)
        #expect(
            ClaimsRequest.wireValue(request: caller, capabilities: ["cp1", "protapp"])
                == #"{"access_token":{"xms_cc":{"values":["CP1","protapp"]}}}"#)
        #expect(ClaimsRequest.wireValue(request: ClaimsRequest(), capabilities: []) == nil)
    }

    @Test("A challenge is parsed from base64 of either alphabet, padded or not, and from plain JSON")
    func challenge() throws {
        // {"access_token":{"nbf":{"essential":true,"value":"1604106651"}}}, as in Microsoft's documentation.
        let wanted = try ClaimsRequest(#"{"access_token":{"nbf":{"essential":true,"value":"1604106651"}}}"#)
        let standard =
            "eyJhY2Nlc3NfdG9rZW4iOnsibmJmIjp7ImVzc2VudGlhbCI6dHJ1ZSwidmFsdWUiOiIxNjA0MTA2NjUxIn19fQ=="
        #expect(try ClaimsRequest(challenge: standard) == wanted)
        #expect(try ClaimsRequest(challenge: String(standard.dropLast(2))) == wanted)
        #expect(try ClaimsRequest(challenge: wanted.description) == wanted)
        // Bytes whose text differs in the two alphabets.
        let odd = try ClaimsRequest(#"{"id_token":{"a":{"value":"~~~???>>>"}}}"#)
        let url = Base64URL.encode(Array(odd.description.utf8))
        #expect(url.contains("_") || url.contains("-"))
        let plain = url.replacing("-", with: "+").replacing("_", with: "/")
        #expect(try ClaimsRequest(challenge: url) == odd)
        #expect(try ClaimsRequest(challenge: plain) == odd)
        for text in ["", "=", "====", "%%%", "bnVsbA==", "W10=", "eyJ1c2VyaW5mbyI6e319"] {
            let error = #expect(throws: AuthError.self) { try ClaimsRequest(challenge: text) }
            #expect(error?.code == .configuration)
        }
        #expect(try ClaimsRequest(challenge: "e30").isEmpty)
    }
}
