package import KeyfobCore

/// A group that policies, assignments and tokens can name: Microsoft Graph's `group` with its members and owners.
package struct UserGroup: Sendable, Hashable {
    /// Its id, a GUID in lower case.
    package let id: String
    /// `displayName`
    package let displayName: String
    /// The members' object ids: of users, of other groups, of applications and devices.
    package var members: Set<String>
    /// The owners' object ids.
    package var owners: Set<String>
    /// Microsoft Graph's other members of the group, which have no effect here.
    package let furtherMembers: [String: JSONValue]

    private static let own: Set<String> = ["id", "displayName", "members", "owners"]

    /// The members of Microsoft Graph's `group` that are stored as they are.
    package static let further: Set<String> = [
        "description", "mail", "mailEnabled", "mailNickname", "securityEnabled", "groupTypes", "visibility",
        "isAssignableToRole", "classification", "preferredLanguage", "theme", "createdDateTime",
        "membershipRule", "membershipRuleProcessingState", "preferredDataLocation", "uniqueName",
    ]

    /// Reads a group: `id`, `displayName`, the object ids of its `members` and `owners`, and what Microsoft Graph has
    /// besides.
    ///
    /// - Throws: ``PolicyFormatError``.
    package init(_ json: JSONValue, id: String) throws(PolicyFormatError) {
        let reader = try PolicyReader(json, path: "")
        try reader.allow(only: Self.own.union(Self.further))
        self.id = (try reader.string("id") ?? id).lowercased()
        displayName = try reader.required("displayName")
        members = Set(try reader.strings("members").map { $0.lowercased() })
        owners = Set(try reader.strings("owners").map { $0.lowercased() })
        furtherMembers = (json.objectValue ?? [:]).filter { Self.further.contains($0.key) && $0.value != .null }
    }

    /// The group as JSON.
    package var json: JSONValue {
        var all = furtherMembers
        all["id"] = .string(id)
        all["displayName"] = .string(displayName)
        all["members"] = .strings(members.sorted())
        if !owners.isEmpty { all["owners"] = .strings(owners.sorted()) }
        return .object(all)
    }
}
