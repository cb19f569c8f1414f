import KeyfobConditionalAccess
import KeyfobCore
import Testing

/// A policy that is only partly understood would admit users that it should block: it is refused, and the error names
/// the member.
@Suite("Refused policies")
struct PolicyFaultTests {
    static let faults: [(change: JSONValue, path: String)] = [
        (["displayName": ""], "displayName"), (["state": "on"], "state"), (["conditions": nil], "conditions"),
        (["grantControls": nil], "grantControls"), (["grantControls": ["builtInControls": []]], "grantControls"),
        (["conditions": ["signInRiskLevels": ["high"]]], "conditions.signInRiskLevels"),
        (["conditions": ["userRiskLevels": ["high"]]], "conditions.userRiskLevels"),
        (["conditions": ["insiderRiskLevels": "elevated"]], "conditions.insiderRiskLevels"),
        (["conditions": ["clientApplications": ["includeServicePrincipals": ["x"]]]], "conditions.clientApplications"),
        (["conditions": ["somethingNew": true]], "conditions.somethingNew"),
        (["conditions": ["clientAppTypes": ["toaster"]]], "conditions.clientAppTypes"),
        (["conditions": ["users": ["includeUsers": []]]], "conditions.users.includeUsers"),
        (["conditions": ["users": ["includeEverybody": ["All"]]]], "conditions.users.includeEverybody"),
        (["conditions": ["users": ["includeUsers": "All"]]], "conditions.users.includeUsers"),
        (["conditions": ["users": ["includeRoles": ["a-role"]]]], "conditions.users.includeRoles"),
        (["conditions": ["applications": ["includeApplications": []]]], "conditions.applications.includeApplications"),
        (
            ["conditions": ["applications": ["includeUserActions": ["urn:user:registerdevice"]]]],
            "conditions.applications.includeApplications"
        ),
        (
            ["conditions": ["applications": ["applicationFilter": ["mode": "include", "rule": "x"]]]],
            "conditions.applications.applicationFilter"
        ),
        (["conditions": ["platforms": ["includePlatforms": ["beOS"]]]], "conditions.platforms.includePlatforms"),
        (["conditions": ["platforms": ["excludePlatforms": ["iOS"]]]], "conditions.platforms.includePlatforms"),
        (["conditions": ["devices": ["includeDevices": ["All"]]]], "conditions.devices.includeDevices"),
        (
            ["conditions": ["devices": ["deviceFilter": ["mode": "maybe", "rule": "device.isCompliant -eq True"]]]],
            "conditions.devices.deviceFilter.mode"
        ),
        (
            ["conditions": ["devices": ["deviceFilter": ["mode": "include", "rule": "device.colour -eq \"red\""]]]],
            "conditions.devices.deviceFilter.rule"
        ),
        (
            ["conditions": ["authenticationFlows": ["transferMethods": "pigeon"]]],
            "conditions.authenticationFlows.transferMethods"
        ),
        (["grantControls": ["builtInControls": ["passwordChange"]]], "grantControls.builtInControls"),
        (["grantControls": ["builtInControls": ["mfa", "block"]]], "grantControls.builtInControls"),
        (
            ["grantControls": ["builtInControls": ["mfa", "compliantDevice"], "operator": "XOR"]],
            "grantControls.operator"
        ),
        (["grantControls": ["termsOfUse": ["x"]]], "grantControls.termsOfUse"),
        (["grantControls": ["customAuthenticationFactors": ["x"]]], "grantControls.customAuthenticationFactors"),
        (["grantControls": ["authenticationStrength": ["id": "mine"]]], "grantControls.authenticationStrength.id"),
        (
            ["grantControls": ["authenticationStrength": ["id": "mine", "allowedCombinations": ["fido2"]]]],
            "grantControls.authenticationStrength.allowedCombinations"
        ),
        (
            ["sessionControls": ["signInFrequency": ["value": 0, "type": "hours"]]],
            "sessionControls.signInFrequency.value"
        ),
        (
            ["sessionControls": ["signInFrequency": ["value": 1, "type": "moons"]]],
            "sessionControls.signInFrequency.type"
        ),
        (
            ["sessionControls": ["cloudAppSecurity": ["isEnabled": true, "cloudAppSecurityType": "mcasConfigured"]]],
            "sessionControls.cloudAppSecurity"
        ),
        (
            ["sessionControls": ["continuousAccessEvaluation": ["mode": "disabled"]]],
            "sessionControls.continuousAccessEvaluation"
        ),
        (["sessionControls": ["persistentBrowser": ["mode": "always"]]], "sessionControls.persistentBrowser.mode"),
        (["sessionControls": ["persistentBrowser": ["mode": "sometimes"]]], "sessionControls.persistentBrowser.mode"),
    ]

    @Test("The error names the member", arguments: faults.indices)
    func named(_ index: Int) throws {
        let (change, path) = Self.faults[index]
        let base = try #require(DecisionTableTests.rows[1].policies.first)
        let fault = #expect(throws: PolicyFormatError.self) {
            _ = try ConditionalAccessPolicy(base.merging(change), id: "p")
        }
        #expect(fault?.path == path)
        #expect(fault?.message.isEmpty == false)
    }

    @Test("A condition that is switched off or empty has no effect, and the policy is accepted")
    func empty() throws {
        let base = try #require(DecisionTableTests.rows[1].policies.first)
        let policy = try ConditionalAccessPolicy(
            base.merging([
                "conditions": [
                    "signInRiskLevels": [], "userRiskLevels": [], "times": nil, "clientApplications": nil,
                    "devices": nil, "locations": nil, "platforms": nil,
                ],
                "grantControls": ["customAuthenticationFactors": [], "termsOfUse": []],
                "sessionControls": [
                    "cloudAppSecurity": ["isEnabled": false], "applicationEnforcedRestrictions": nil,
                    "persistentBrowser": ["isEnabled": false, "mode": "always"],
                ],
            ]), id: "p")
        #expect(policy.session == SessionControls())
    }
}
