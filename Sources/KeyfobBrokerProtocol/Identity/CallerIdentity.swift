package import KeyfobCore

/// The app that calls the broker, and how its identity was established.
///
/// An app's own statement is never enough: ``Assurance/claimed`` is a hint, not a proof.
package struct CallerIdentity: Sendable, Hashable {
    /// How the identity was established.
    package enum Assurance: String, Sendable, Hashable, CaseIterable {
        /// By the kernel: the process runs under a user id that belongs to this app alone.
        case kernelEnforced
        /// By a sandbox, which protects against other apps in sandboxes.
        case sandbox
        /// By the caller's own statement. Never a proof.
        case claimed
    }

    /// The channel of a request.
    package enum Channel: String, Sendable, Hashable, CaseIterable {
        /// A URL.
        case url
        /// The operating system's single sign-on extension.
        case singleSignOnExtension = "sso_extension"
    }

    /// The app's bundle id.
    package var bundleID: String
    /// The team that signed it; nil if it is not known.
    package var teamID: String?
    /// The channel of the request.
    package var channel: Channel
    /// How the identity was established.
    package var assurance: Assurance

    /// Makes an identity.
    package init(bundleID: String, teamID: String?, channel: Channel, assurance: Assurance) {
        self.bundleID = bundleID
        self.teamID = teamID
        self.channel = channel
        self.assurance = assurance
    }

    /// The claim `keyfob_caller` of the broker's signed assertions: `bundle_id`, `team_id`, `channel`, `assurance`.
    package var claim: JSONValue {
        var members: [String: JSONValue] = [
            "bundle_id": .string(bundleID), "channel": .string(channel.rawValue),
            "assurance": .string(assurance.rawValue),
        ]
        if let teamID { members["team_id"] = .string(teamID) }
        return .object(members)
    }

    /// Reads the claim.
    ///
    /// - Returns: nil if it is malformed: a member is missing or of another type, or a value is unknown.
    package init?(claim: JSONValue) {
        guard case .object(let members) = claim,
            case .string(let bundleID)? = members["bundle_id"], !bundleID.isEmpty,
            case .string(let channel)? = members["channel"], let channel = Channel(rawValue: channel),
            case .string(let assurance)? = members["assurance"], let assurance = Assurance(rawValue: assurance)
        else { return nil }
        switch members["team_id"] {
        case nil: teamID = nil
        case .string(let team): teamID = team
        default: return nil
        }
        self.bundleID = bundleID
        self.channel = channel
        self.assurance = assurance
    }
}
