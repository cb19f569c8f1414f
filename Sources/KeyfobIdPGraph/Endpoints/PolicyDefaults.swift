import KeyfobConditionalAccess
import KeyfobCore
import KeyfobIdPCore
import KeyfobIdPDirectory
import KeyfobIdPModel

/// The members that Microsoft Graph returns for every policy.
enum PolicyDefaults {
    private static let conditions: JSONValue = [
        "userRiskLevels": [], "signInRiskLevels": [], "clientAppTypes": ["all"], "platforms": nil, "locations": nil,
        "devices": nil, "clientApplications": nil, "servicePrincipalRiskLevels": [],
        "applications": [
            "includeApplications": [], "excludeApplications": [], "includeUserActions": [],
            "includeAuthenticationContextClassReferences": [], "applicationFilter": nil,
        ],
        "users": [
            "includeUsers": [], "excludeUsers": [], "includeGroups": [], "excludeGroups": [], "includeRoles": [],
            "excludeRoles": [], "includeGuestsOrExternalUsers": nil, "excludeGuestsOrExternalUsers": nil,
        ],
    ]
    private static let controls: JSONValue = [
        "operator": "OR", "builtInControls": [], "customAuthenticationFactors": [], "termsOfUse": [],
        "authenticationStrength": nil,
    ]

    /// A policy with these members.
    static func complete(_ document: [String: JSONValue]) -> [String: JSONValue] {
        var out = document
        out["conditions"] = merged(conditions, document["conditions"])
        if let own = document["grantControls"], own != .null { out["grantControls"] = merged(controls, own) }
        return out
    }

    /// An object without the members that are null, at every depth.
    static func withoutNulls(_ members: [String: JSONValue]) -> [String: JSONValue] {
        members.filter { $0.value != .null && !$0.key.contains("@") }.mapValues(plain)
    }

    private static func plain(_ value: JSONValue) -> JSONValue {
        switch value {
        case .object(let members): .object(withoutNulls(members))
        case .array(let elements): .array(elements.map(plain))
        default: value
        }
    }

    private static func merged(_ base: JSONValue, _ own: JSONValue?) -> JSONValue {
        guard let known = base.objectValue, let own = own?.objectValue else { return own ?? base }
        return .object(known.merging(own) { base, own in base.objectValue == nil ? own : merged(base, own) })
    }
}
