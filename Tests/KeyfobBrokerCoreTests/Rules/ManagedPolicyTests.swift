import KeyfobBrokerCore
import KeyfobCore
import Testing

@Suite struct ManagedPolicyTests {
    @Test(arguments: [
        "[]", #"{"rule":[]}"#, #"{"rules":{}}"#, #"{"rules":[{}]}"#, #"{"rules":[{"apps":[]}]}"#,
        #"{"rules":[{"apps":["*"],"denied":true}]}"#, #"{"rules":[{"apps":["*"],"deny":"yes"}]}"#,
        #"{"rules":[{"apps":"*","deny":true}]}"#, #"{"shared_device":1}"#, #"{"rules":[{"apps":[1]}]}"#,
        #"{"rules":[{"apps":["test.evil.app "],"deny":true}]}"#, #"{"rules":[{"apps":["team: T1"],"deny":true}]}"#,
        #"{"rules":[{"apps":["team:"],"deny":true}]}"#, #"{"rules":[{"apps":["test.*"],"deny":true}]}"#,
        #"{"rules":[{"apps":["te\u017ft.app"],"deny":true}]}"#, #"{"rules":[{"apps":[""],"deny":true}]}"#,
    ])
    func `a misspelled rule never allows anything`(text: String) throws {
        let json = try JSONValue(parsing: text)
        let error = #expect(throws: AuthError.self) { try ManagedPolicy(json: json) }
        #expect(error?.code == .configuration)
    }

    @Test func `every member is read`() throws {
        let policy = try ManagedPolicy(
            json: JSONValue(
                parsing: #"{"shared_device":true,"rules":[{"apps":["*"],"deny":false,"tenants":["A"],"#
                    + #""verified_callers_only":true,"registered_devices_only":true}]}"#))
        #expect(policy.isSharedDevice && policy.rules.count == 1)
        let rule = try #require(policy.rules.first)
        #expect(rule.tenants == ["a"] && rule.wantsVerifiedCaller && rule.wantsRegisteredDevice && !rule.isDenied)
    }
}
