#if Server
package import KeyfobClient
package import KeyfobCore

/// The client that a command is about: flags, then the environment, then a profile, value by value.
package struct ChosenClient: Sendable {
    /// The profile; nil if none was named and there is no default one.
    package let profile: Profile?
    /// The settings of all places together.
    package let settings: ClientSettings
    /// Where the file with the client's secret is named.
    let secretPlace: SecretPlace

    /// A place that names the file with the client's secret.
    enum SecretPlace: Sendable {
        /// A flag, or the environment: the user.
        case flag, variable
        /// The profile: its author, who may be another than the user.
        case profile
    }

    /// Chooses the client.
    ///
    /// A profile is named by the command or by `KEYFOB_PROFILE`, or is the default one. Flags and variables that name a
    /// client without naming a profile have no use for one: the configuration is not read then.
    ///
    /// - Throws: `AuthError` with code `wrongUse` if there is no such profile, `configuration` if the configuration
    ///   file is wrong.
    package init(_ flags: ClientSettings, profile name: String?, environment: [String: String]) throws(AuthError) {
        let variables = try ClientSettings(environment: environment)
        secretPlace = flags.secretFile != nil ? .flag : variables.secretFile != nil ? .variable : .profile
        let named =
            name ?? (flags.clientID == nil ? environment["KEYFOB_PROFILE"].flatMap { $0.isEmpty ? nil : $0 } : nil)
        let above = flags.over(variables)
        if let named {
            profile = try ConfigurationFile(environment: environment).profile(named)
        } else if above.clientID == nil {
            let file = try ConfigurationFile(environment: environment)
            profile = try file.defaultName.map { name throws(AuthError) in try file.profile(name) }
        } else {
            profile = nil
        }
        settings = profile.map { above.over($0.settings) } ?? above
    }

    /// The client id.
    ///
    /// - Throws: `AuthError` with code `wrongUse` if no place has one.
    package func clientID() throws(AuthError) -> String {
        guard let id = settings.clientID else {
            guard let profile else {
                throw .wrongUse(
                    "Missing a client: no profile and no --client-id is given, and there is no default profile.",
                    remedy: "Pass --client-id, or add a profile with \"keyfob config add\".")
            }
            throw .wrongUse(
                "The profile '\(profile.name)' has no client id.",
                remedy: "Pass --client-id, or add a profile with one: keyfob config add NAME --client-id ID"
                    + (profile.provider.map { " --provider \($0.rawValue)" } ?? ""))
        }
        guard !id.isEmpty else { throw .wrongUse("The client id is empty.") }
        return id
    }

    /// The scopes.
    ///
    /// - Throws: `AuthError` with code `wrongUse` if no place has one.
    package func scopes() throws(AuthError) -> ScopeSet {
        let scopes = settings.scopeSet
        guard !scopes.isEmpty else {
            let remedy = profile.map { "Add 'scopes' to the profile '\($0.name)', or pass --scope." }
            throw .wrongUse("Missing a scope: --scope <scope>", remedy: remedy)
        }
        return scopes
    }

    /// The client configuration for the SDK.
    ///
    /// - Throws: `AuthError` with code `wrongUse` if there is no client id, `configuration` if a value is malformed.
    package func configuration(group: AccessGroup) throws(AuthError) -> ClientConfiguration {
        var redirect: RedirectURI?
        if let uri = settings.redirectURI { redirect = try RedirectURI(uri) }
        return try ClientConfiguration(
            clientID: clientID(), redirectURI: redirect, authority: settings.location?.authority(),
            accessGroup: group, appIdentifier: ToolIdentity.appIdentifier)
    }
}
#endif
