import KeyfobBrokerProtocol
import KeyfobCore
import Testing

@Suite struct CallerIdentityTests {
    @Test(arguments: CallerIdentity.Assurance.allCases, CallerIdentity.Channel.allCases)
    func `an identity survives a round trip`(
        assurance: CallerIdentity.Assurance, channel: CallerIdentity.Channel
    ) {
        for team in ["TEAM1", nil] {
            let identity = CallerIdentity(bundleID: "a.b", teamID: team, channel: channel, assurance: assurance)
            #expect(CallerIdentity(claim: identity.claim) == identity)
        }
    }

    @Test(arguments: [
        #"{}"#, #"[]"#, #"{"bundle_id":"","channel":"url","assurance":"claimed"}"#,
        #"{"bundle_id":"a","channel":"mail","assurance":"claimed"}"#,
        #"{"bundle_id":"a","channel":"url","assurance":"certain"}"#,
        #"{"bundle_id":"a","channel":"url","assurance":"claimed","team_id":1}"#,
    ])
    func `a malformed identity is refused`(text: String) throws {
        #expect(CallerIdentity(claim: try JSONValue(parsing: Array(text.utf8))) == nil)
    }
}
