import KeyfobConditionalAccess
import KeyfobCore
import KeyfobIdPCore
import KeyfobIdPDirectory
import KeyfobIdPModel
import KeyfobOAuth

/// Reads the editor's form as a policy in the format of Microsoft Graph, on top of the policy that is edited.
struct PolicyReading {
    let request: PortalRequest
    /// The policy that is edited; nil for a new one.
    let old: ConditionalAccessPolicy?

    /// The policy of the form, which fits the directory.
    ///
    /// - Throws: ``DirectoryError`` at a field.
    func policy() async throws -> ConditionalAccessPolicy {
        var document = old?.document ?? [:]
        document["displayName"] = .string(try request.required("displayName", "The name"))
        document["state"] = .string(request.text("state") ?? "")
        document["conditions"] = .object(try await conditions(document["conditions"]?.objectValue ?? [:]))
        document["grantControls"] = grant(document["grantControls"]?.objectValue)
        document["sessionControls"] = try session(document["sessionControls"]?.objectValue)
        return try Self.policy(
            .object(document), id: old?.id ?? request.context.random.uuid(), request, field: "displayName")
    }

    /// A policy of JSON, which fits the directory.
    ///
    /// - Throws: ``DirectoryError`` at a field.
    static func policy(
        _ json: JSONValue, id: String, _ request: PortalRequest, field: String
    ) throws(DirectoryError) -> ConditionalAccessPolicy {
        let policy: ConditionalAccessPolicy
        do { policy = try ConditionalAccessPolicy(json, id: id) } catch {
            throw .field(
                fields[error.path.split(separator: ".").last.map(String.init) ?? ""] ?? field, error.description)
        }
        try PolicyRules.check(policy, in: request.context.directory.policies(of: request.tenant.id))
        return policy
    }

    /// The fields that show members of a policy, where their names differ.
    private static let fields = [
        "displayName": "displayName", "state": "state", "includeUsers": "includeUsers",
        "includeApplications": "includeApplications", "includeLocations": "includeLocations",
        "grantControls": "operator", "builtInControls": "operator", "operator": "operator", "value": "frequency",
    ]

    private func conditions(_ old: [String: JSONValue]) async throws -> [String: JSONValue] {
        let names = PolicyNames(request)
        var conditions = old
        var users = old["users"]?.objectValue ?? [:]
        for field in ["includeUsers", "excludeUsers"] { users[field] = list(try await userIDs(field)) }
        for field in ["includeGroups", "excludeGroups"] { users[field] = list(try ids(field, .group, names)) }
        users["includeRoles"] =
            request.isTicked("includeAdministrators") ? .strings([UserCondition.globalAdministrator]) : nil
        conditions["users"] = .object(users)
        var applications = old["applications"]?.objectValue ?? [:]
        for field in ["includeApplications", "excludeApplications"] {
            applications[field] = list(try ids(field, .application, names))
        }
        conditions["applications"] = .object(applications)
        let platforms = DevicePlatform.allCases.map(\.rawValue)
        conditions["platforms"] = both(
            "includePlatforms", platforms.filter { request.isTicked("platform-\($0)") }, "excludePlatforms",
            platforms.filter { request.isTicked("not-platform-\($0)") }, all: "all")
        conditions["locations"] = both(
            "includeLocations", try ids("includeLocations", .location, names), "excludeLocations",
            try ids("excludeLocations", .location, names), all: "All")
        let types = ClientAppType.allCases.map(\.rawValue).filter { request.isTicked("client-\($0)") }
        conditions["clientAppTypes"] = .strings(types.isEmpty ? ["all"] : types)
        return conditions
    }

    /// Two lists as an object; nil if both are empty, and everything where only exceptions are named.
    private func both(
        _ include: String, _ included: [String], _ exclude: String, _ excluded: [String], all: String
    ) -> JSONValue? {
        guard !included.isEmpty || !excluded.isEmpty else { return nil }
        return .object([include: .strings(included.isEmpty ? [all] : included), exclude: .strings(excluded)])
    }

    private func list(_ values: [String]) -> JSONValue? { values.isEmpty ? nil : .strings(values) }

    private func ids(_ field: String, _ kind: PolicyNames.Kind, _ names: PolicyNames) throws(DirectoryError) -> [String]
    {
        var ids: [String] = []
        for line in request.lines(field) { ids.append(try names.id(line, as: kind, field: field)) }
        return ids
    }

    private func userIDs(_ field: String) async throws -> [String] {
        let words = ["all": "All", "none": "None", "guestsorexternalusers": "GuestsOrExternalUsers"]
        var ids: [String] = []
        for line in request.lines(field) {
            if let word = words[line.lowercased()] {
                ids.append(word)
            } else {
                ids.append(try await UserLookup.named(line, field, request).objectID)
            }
        }
        return ids
    }

    private func grant(_ old: [String: JSONValue]?) -> JSONValue? {
        let controls = PolicyFields.controls.map(\.0).filter { request.isTicked("control-\($0)") }
        var grant = old ?? [:]
        grant["builtInControls"] = .strings(controls)
        grant["operator"] = .string(request.text("operator") ?? "AND")
        let hasStrength = grant["authenticationStrength"]?.objectValue != nil
        return controls.isEmpty && !hasStrength ? nil : .object(grant)
    }

    private func session(_ old: [String: JSONValue]?) throws(DirectoryError) -> JSONValue? {
        var session = old ?? [:]
        if let text = request.text("frequency") {
            guard let hours = Int64(text), (1...8760).contains(hours) else {
                throw .field("frequency", "Write a whole number of hours from 1 to 8760.")
            }
            var frequency = session["signInFrequency"]?.objectValue ?? [:]
            if PolicyFields.hours(session["signInFrequency"]) != text {
                frequency["type"] = "hours"
                frequency["value"] = .integer(hours)
            }
            frequency["isEnabled"] = true
            session["signInFrequency"] = .object(frequency)
        } else if PolicyFields.hours(session["signInFrequency"]) != nil {
            session["signInFrequency"] = nil
        }
        return session.isEmpty ? nil : .object(session)
    }
}
