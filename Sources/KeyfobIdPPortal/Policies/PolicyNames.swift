import KeyfobConditionalAccess
import KeyfobCore
import KeyfobIdPCore
import KeyfobIdPDirectory
import KeyfobIdPModel
import KeyfobOAuth

/// The names of the objects that policies name by id.
struct PolicyNames {
    /// The kind of an object.
    enum Kind { case plain, user, group, application, location }

    private let request: PortalRequest
    private let known: TenantPolicies
    private let users: [String: String]

    /// Makes names of groups, applications and locations; users stay ids unless their names are passed.
    init(_ request: PortalRequest, users: [String: String] = [:]) {
        self.request = request
        known = request.context.directory.policies(of: request.tenant.id)
        self.users = users
    }

    /// The name of an id; the text itself if it is none.
    func shown(_ text: String, as kind: Kind) -> String {
        let id = text.lowercased()
        switch kind {
        case .plain: return text
        case .user: return users[id] ?? text
        case .group: return known.groups.first { $0.id == id }?.displayName ?? text
        case .application:
            return request.context.directory.application(text, offeredTo: request.tenant)?.displayName ?? text
        case .location: return known.locations.first { $0.id == id }?.displayName ?? text
        }
    }

    /// The id of a name that was typed.
    ///
    /// - Throws: ``DirectoryError`` at the field.
    func id(_ text: String, as kind: Kind, field: String) throws(DirectoryError) -> String {
        let name = text.lowercased()
        func one(_ found: [String], _ what: String) throws(DirectoryError) -> String {
            guard let id = found.first else { throw .field(field, "There is no \(what) '\(text.prefix(256))'.") }
            guard found.count == 1 else {
                throw .field(field, "Several have the name '\(text.prefix(256))'. Write the id.")
            }
            return id
        }
        switch kind {
        case .plain, .user: return text
        case .group:
            if known.groups.contains(where: { $0.id == name }) { return name }
            return try one(known.groups.filter { $0.displayName.lowercased() == name }.map(\.id), "group")
        case .application:
            let words = [
                "all": "All", "none": "None", "office365": "Office365",
                "microsoftadminportals": "MicrosoftAdminPortals",
            ]
            if let word = words[name] { return word }
            if ApplicationJSON.isGUID(name) { return name }
            let directory = request.context.directory
            if let api = directory.api(text, offeredTo: request.tenant) { return api.appID }
            return try one(
                directory.applications(offeredTo: request.tenant).filter { $0.displayName.lowercased() == name }
                    .map(\.appID), "application")
        case .location:
            let words = ["all": "All", "alltrusted": "AllTrusted"]
            if let word = words[name] { return word }
            if known.locations.contains(where: { $0.id == name }) { return name }
            return try one(known.locations.filter { $0.displayName.lowercased() == name }.map(\.id), "named location")
        }
    }

    /// The names of the users that a policy names.
    static func users(of policy: ConditionalAccessPolicy?, _ request: PortalRequest) async throws -> [String: String] {
        let condition = JSONValue.object(policy?.document ?? [:])["conditions"]?["users"]
        let ids = ["includeUsers", "excludeUsers"].flatMap { condition?[$0]?.arrayValue ?? [] }.compactMap(
            \.stringValue)
        return try await UserLookup.names(of: ids.map { $0.lowercased() }, request)
    }
}
