package import KeyfobCore

/// A policy of Conditional Access: the sign-ins to which it applies, and its requirements. It is read from Microsoft
/// Graph's `conditionalAccessPolicy`, and returned unchanged.
package struct ConditionalAccessPolicy: Sendable, Hashable {
    /// `state`
    package enum State: String, Sendable, Hashable, CaseIterable {
        /// It is enforced.
        case enabled
        /// It is ignored.
        case disabled
        /// It is evaluated and written to the sign-in log, but not enforced.
        case reportOnly = "enabledForReportingButNotEnforced"
    }

    /// Its id, a GUID in lower case.
    package let id: String
    /// `displayName`
    package let displayName: String
    /// `state`
    package let state: State
    /// `conditions`
    package let conditions: PolicyConditions
    /// `grantControls`; nil where the policy only limits the session.
    package let grant: GrantControls?
    /// `sessionControls`
    package let session: SessionControls
    /// The object that it was read from, with the members that have no meaning here.
    package let document: [String: JSONValue]

    /// Reads a policy.
    ///
    /// Unknown metadata is kept. A condition or control that is unknown, or that this provider cannot evaluate, is an
    /// error unless it is empty: a policy that was only partly understood would admit users whom it should stop.
    ///
    /// - Parameters:
    ///   - json: Microsoft Graph's `conditionalAccessPolicy`.
    ///   - id: the id if the object has none.
    /// - Throws: ``PolicyFormatError``, which names the member.
    package init(_ json: JSONValue, id: String) throws(PolicyFormatError) {
        let reader = try PolicyReader(json, path: "")
        self.id = (try reader.string("id") ?? id).lowercased()
        displayName = try reader.required("displayName")
        let text = try reader.required("state")
        guard let state = State(rawValue: text) else {
            throw reader.fault(
                "state", "'\(text.prefix(64))' is none of enabled, disabled and \(State.reportOnly.rawValue)")
        }
        self.state = state
        guard let conditions = try reader.object("conditions") else {
            throw reader.fault("conditions", "it is missing: a policy has to state to whom it applies")
        }
        self.conditions = try PolicyConditions(conditions)
        grant =
            try reader.object("grantControls").map { (controls) throws(PolicyFormatError) in try GrantControls(controls)
            }
            ?? nil
        session =
            try reader.object("sessionControls").map { (controls) throws(PolicyFormatError) in
                try SessionControls(controls)
            } ?? SessionControls()
        if grant == nil, session == SessionControls() {
            throw reader.fault("grantControls", "the policy neither requires anything nor limits the session")
        }
        var document = reader.members
        document["id"] = .string(self.id)
        self.document = document
    }
}

/// The reason why a policy or a named location is refused.
package struct PolicyFormatError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The member, as a path: `conditions.users.includeUsers`.
    package let path: String
    /// The problem with it.
    package let message: String

    /// Makes an error.
    package init(path: String, message: String) {
        self.path = path
        self.message = message
    }

    /// The path and the message, as one sentence.
    package var description: String { "'\(path)': \(message)." }
}
