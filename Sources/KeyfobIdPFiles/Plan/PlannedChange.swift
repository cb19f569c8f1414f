package import KeyfobCore
import KeyfobCrypto

/// A change to one object.
package struct PlannedChange: Sendable, Hashable {
    /// What happens to the object.
    package enum Action: String, Sendable, Hashable {
        /// It is new.
        case create
        /// Some of its members change.
        case change
        /// It is removed.
        case remove
    }

    /// What happens.
    package let action: Action
    /// The kind of object: `user`, `application` and so on.
    package let kind: String
    /// Its name: never a secret.
    package let name: String
    /// The tenant's name.
    package let tenant: String
    /// The paths of the members that change; empty for a new or removed object.
    package let members: [String]
}

/// What files change in a directory.
package struct DirectoryPlan: Sendable, Hashable {
    /// The changes, in the order in which they are made.
    package var changes: [PlannedChange]
    /// What the administrator should know: what a file has and the directory does not take.
    package var notes: [String]
    /// Whether the changes were made.
    package var isApplied: Bool

    /// Makes a plan.
    package init(changes: [PlannedChange] = [], notes: [String] = [], isApplied: Bool = false) {
        self.changes = changes
        self.notes = notes
        self.isApplied = isApplied
    }

    /// A text that only plans with the same changes and notes have: a hash of all of them.
    package var fingerprint: String {
        let lines = changes.map { JSONValue.strings([$0.action.rawValue, $0.kind, $0.name, $0.tenant] + $0.members) }
        let whole = JSONValue.array(lines + [.strings(notes)])
        return Base64URL.encode(Digest.sha256(Array(whole.text().utf8)))
    }

    /// Whether the directory is already as the files say.
    package var isEmpty: Bool { changes.isEmpty }

    /// The plan for a person, a line for each change.
    package var text: String {
        var lines: [String] = []
        for change in changes {
            let sign = change.action == .create ? "+" : change.action == .remove ? "-" : "~"
            let members = change.members.isEmpty ? "" : ": " + change.members.joined(separator: ", ")
            lines.append("\(sign) \(change.tenant): \(change.kind) \(change.name)\(members)")
        }
        for note in notes { lines.append("! \(note)") }
        guard !changes.isEmpty else { return (lines + ["Nothing to change."]).joined(separator: "\n") + "\n" }
        func count(_ action: PlannedChange.Action) -> Int { changes.count { $0.action == action } }
        let counts = "\(count(.create)) to create, \(count(.change)) to change, \(count(.remove)) to remove"
        lines.append(
            isApplied
                ? "Applied: "
                    + counts.replacing(" to ", with: " ").replacing("create", with: "created").replacing(
                        "change", with: "changed"
                    ).replacing("remove", with: "removed") + "." : "Planned: \(counts). Nothing was changed.")
        return lines.joined(separator: "\n") + "\n"
    }

    /// The plan for a program.
    package var json: JSONValue {
        [
            "applied": .bool(isApplied),
            "changes": .array(
                changes.map { change in
                    [
                        "action": .string(change.action.rawValue), "kind": .string(change.kind),
                        "name": .string(change.name), "tenant": .string(change.tenant),
                        "members": .strings(change.members),
                    ]
                }),
            "notes": .strings(notes),
        ]
    }

    /// Reads the plan that ``json`` writes; nil if it is not one.
    package init?(_ json: JSONValue) {
        guard let isApplied = json["applied"]?.boolValue, let changes = json["changes"]?.arrayValue,
            let notes = json["notes"]?.arrayValue
        else { return nil }
        self.init(notes: notes.compactMap(\.stringValue), isApplied: isApplied)
        for change in changes {
            guard let action = change["action"]?.stringValue.flatMap(PlannedChange.Action.init(rawValue:)),
                let kind = change["kind"]?.stringValue, let name = change["name"]?.stringValue,
                let tenant = change["tenant"]?.stringValue, let members = change["members"]?.arrayValue
            else { return nil }
            self.changes.append(
                PlannedChange(
                    action: action, kind: kind, name: name, tenant: tenant, members: members.compactMap(\.stringValue)))
        }
    }
}

/// The directory has changed since the administrator saw the plan, so that the files now change something else. Nothing
/// was changed.
package struct PlanHasChanged: Error {
    /// What the files change now.
    package let plan: DirectoryPlan
}
