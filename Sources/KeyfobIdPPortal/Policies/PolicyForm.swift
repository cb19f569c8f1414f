import KeyfobConditionalAccess
import KeyfobCore
import KeyfobIdPCore
import KeyfobIdPDirectory
import KeyfobIdPModel
import KeyfobOAuth

/// The editor's fields for the usual conditions and controls, and a policy's JSON: each can be made of the other. What the
/// fields do not show stays in the JSON as it is.
struct PolicyForm {
    let request: PortalRequest
    /// The policy that is edited; nil for a new one.
    let policy: ConditionalAccessPolicy?
    /// The names of what it names.
    let names: PolicyNames

    /// The name of the form on its page.
    static let name = "policy"

    /// The fields.
    var fields: [HTML] {
        let document = JSONValue.object(policy?.document ?? [:])
        let conditions = document["conditions"]
        func listed(_ path: String..., kind: PolicyNames.Kind = .plain) -> String {
            let value = path.reduce(conditions) { $0?[$1] }
            return (value?.arrayValue ?? []).compactMap(\.stringValue).map { names.shown($0, as: kind) }
                .joined(separator: "\n")
        }
        let form = Self.name
        let controls = Set(
            (document["grantControls"]?["builtInControls"]?.arrayValue ?? []).compactMap {
                $0.stringValue?.lowercased()
            })
        let frequency = document["sessionControls"]?["signInFrequency"]
        let isNew = policy == nil
        let identity: [HTML] = [
            request.field(form, "displayName", "Name", policy?.displayName, isFirst: isNew),
            request.select(
                form, "state", "State",
                [
                    ("enabled", "On"), ("enabledForReportingButNotEnforced", "Report only"), ("disabled", "Off"),
                ], policy?.state.rawValue ?? "enabledForReportingButNotEnforced"),
        ]
        let who: [HTML] = [
            request.lines(
                form, "includeUsers", "Users", isNew ? "All" : listed("users", "includeUsers", kind: .user),
                hint: "One a line: All, None, GuestsOrExternalUsers, or user names."),
            request.lines(
                form, "includeGroups", "Groups", listed("users", "includeGroups", kind: .group),
                hint: "One name a line."),
            request.box(
                form, "includeAdministrators", "Global Administrators",
                listed("users", "includeRoles").contains(UserCondition.globalAdministrator)),
            request.lines(
                form, "excludeUsers", "Except these users", listed("users", "excludeUsers", kind: .user),
                hint: "Keep one administrator out of every policy, so that a mistake can be corrected."),
            request.lines(
                form, "excludeGroups", "Except these groups", listed("users", "excludeGroups", kind: .group)),
        ]
        let what: [HTML] = [
            request.lines(
                form, "includeApplications", "Apps and APIs",
                isNew ? "All" : listed("applications", "includeApplications", kind: .application),
                hint: "One a line: All, None, Office365, MicrosoftAdminPortals, or names or ids of applications."),
            request.lines(
                form, "excludeApplications", "Except these apps",
                listed("applications", "excludeApplications", kind: .application)),
        ]
        let platforms = Set(listed("platforms", "includePlatforms").split(separator: "\n").map { $0.lowercased() })
        let excluded = Set(listed("platforms", "excludePlatforms").split(separator: "\n").map { $0.lowercased() })
        let types = Set(listed("clientAppTypes").split(separator: "\n").map { $0.lowercased() })
        let place: [HTML] = [
            request.lines(
                form, "includeLocations", "Locations",
                listed("locations", "includeLocations", kind: .location),
                hint: "One a line: All, AllTrusted, or names of named locations. Empty: any."),
            request.lines(
                form, "excludeLocations", "Except these locations",
                listed("locations", "excludeLocations", kind: .location)),
            choices("Platforms; none ticked: any", DevicePlatform.allCases.map(\.rawValue), "platform-", platforms),
            choices("Except these platforms", DevicePlatform.allCases.map(\.rawValue), "not-platform-", excluded),
            choices(
                "Kinds of client; none ticked: any",
                [ClientAppType.browser, .mobileAppsAndDesktopClients].map(\.rawValue),
                "client-", types, PolicyFields.clients),
        ]
        let grant: [HTML] = [
            choices("Requires", PolicyFields.controls.map(\.0), "control-", controls, PolicyFields.labels),
            request.select(
                form, "operator", "If several are ticked", [("AND", "all of them"), ("OR", "one of them")],
                document["grantControls"]?["operator"]?.stringValue ?? "AND"),
            request.field(
                form, "frequency", "Sign in again after so many hours",
                PolicyFields.hours(frequency), hint: "Empty: the sign-in lasts as long as the session.", type: "text"),
        ]
        return [
            "\(identity)", group("Users and groups", who), group("Apps", what), group("Conditions", place),
            group("Controls", grant),
        ]
    }

    private func group(_ title: String, _ fields: [HTML]) -> HTML {
        "<fieldset><legend>\(title)</legend>\(fields)</fieldset>\n"
    }

    private func choices(
        _ title: String, _ values: [String], _ prefix: String, _ on: Set<String>, _ labels: [String: String] = [:]
    ) -> HTML {
        let boxes: [HTML] = values.map { value in
            request.box(Self.name, prefix + value, labels[value] ?? value, on.contains(value.lowercased()))
        }
        return "<fieldset><legend>\(title)</legend>\(boxes)</fieldset>\n"
    }
}

/// Values of the editor's fields.
enum PolicyFields {
    /// The controls, as Microsoft Graph names them, and in words.
    static let controls: [(String, String)] = [
        ("block", "Block access"), ("mfa", "A second factor"), ("compliantDevice", "A compliant device"),
        ("domainJoinedDevice", "A device joined on premises as well"), ("approvedApplication", "An approved app"),
        ("compliantApplication", "App protection"),
    ]
    /// The kinds of client in words.
    static let clients = [
        ClientAppType.browser.rawValue: "A page in a browser",
        ClientAppType.mobileAppsAndDesktopClients.rawValue: "A mobile or desktop app",
    ]
    static let labels = Dictionary(controls) { first, _ in first }

    /// The hours of a frequency; nil for none, or one that is not in hours or days.
    static func hours(_ frequency: JSONValue?) -> String? {
        guard let frequency, frequency["isEnabled"] != .bool(false), let value = frequency["value"]?.integerValue,
            let type = frequency["type"]?.stringValue, (1...8760).contains(value)
        else { return nil }
        return String(type == "days" ? value * 24 : value)
    }
}
