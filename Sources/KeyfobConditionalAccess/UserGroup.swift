package import KeyfobCore

/// A group of users that policies can name.
package struct UserGroup: Sendable, Hashable {
    /// Its id, a GUID in lower case.
    package let id: String
    /// `displayName`
    package let displayName: String
    /// The members' object ids.
    package let members: Set<String>

    /// Reads a group: `id`, `displayName`, and the object ids of its `members`.
    ///
    /// - Throws: ``PolicyFormatError``.
    package init(_ json: JSONValue, id: String) throws(PolicyFormatError) {
        let reader = try PolicyReader(json, path: "")
        try reader.allow(only: ["id", "displayName", "members"])
        self.id = (try reader.string("id") ?? id).lowercased()
        displayName = try reader.required("displayName")
        members = Set(try reader.strings("members").map { $0.lowercased() })
    }

    /// The group as JSON.
    package var json: JSONValue {
        ["id": .string(id), "displayName": .string(displayName), "members": .strings(members.sorted())]
    }
}
