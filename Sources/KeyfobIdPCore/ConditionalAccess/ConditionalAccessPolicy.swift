public import KeyfobCore

/// A policy of Conditional Access: to which sign-ins it applies, and what it wants of those. It is read from Microsoft
/// Graph's `conditionalAccessPolicy`, and written back as it came.
public struct ConditionalAccessPolicy: Sendable, Hashable {
    /// `state`
    public enum State: String, Sendable, Hashable, CaseIterable {
        /// It counts.
        case enabled
        /// It is not looked at.
        case disabled
        /// It is judged and written into the sign-in log, and changes nothing.
        case reportOnly = "enabledForReportingButNotEnforced"
    }

    /// Its id, a GUID in lower case.
    public let id: String
    /// `displayName`
    public let displayName: String
    /// `state`
    public let state: State
    /// `conditions`
    public let conditions: PolicyConditions
    /// `grantControls`; nil where the policy wants nothing but a session of some kind.
    public let grant: GrantControls?
    /// `sessionControls`
    public let session: SessionControls
    /// The object that it was read from, whose members of no meaning here are kept.
    public let document: [String: JSONValue]

    /// Reads a policy.
    ///
    /// Metadata that is not known is kept; a condition or control that is not known, or that this provider cannot
    /// judge, is an error unless it is empty: a policy that was half understood would let in whom it should stop.
    ///
    /// - Parameters:
    ///   - json: Microsoft Graph's `conditionalAccessPolicy`.
    ///   - id: the id if the object has none.
    /// - Throws: ``PolicyFault``, which names the member.
    public init(_ json: JSONValue, id: String) throws(PolicyFault) {
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
            throw reader.fault("conditions", "it is missing: a policy says to whom it applies")
        }
        self.conditions = try PolicyConditions(conditions)
        grant =
            try reader.object("grantControls").map { (controls) throws(PolicyFault) in try GrantControls(controls) }
            ?? nil
        session =
            try reader.object("sessionControls").map { (controls) throws(PolicyFault) in
                try SessionControls(controls)
            } ?? SessionControls()
        if grant == nil, session == SessionControls() {
            throw reader.fault("grantControls", "the policy neither wants anything nor limits the session")
        }
        var document = reader.members
        document["id"] = .string(self.id)
        self.document = document
    }
}

/// Why a policy or a named location cannot be taken.
public struct PolicyFault: Error, Sendable, Hashable, CustomStringConvertible {
    /// The member, as a path: `conditions.users.includeUsers`.
    public let path: String
    /// What is wrong with it.
    public let message: String

    /// Makes a fault.
    public init(path: String, message: String) {
        self.path = path
        self.message = message
    }

    /// One sentence.
    public var description: String { "'\(path)': \(message)." }
}
