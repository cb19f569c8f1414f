#if Server
public import ArgumentParser
public import KeyfobCore

/// The options that every command has: which store, and how to answer.
public struct StoreOptions: ParsableArguments {
    /// `--access-group`
    @Option(
        name: .customLong("access-group"),
        help: ArgumentHelp(
            "The shared credential store: letters, digits, dots and hyphens.",
            discussion: "Default: \(AccessGroup.standard.name).", valueName: "name"))
    public var accessGroup: String?

    /// `--json`
    @Flag(name: .customLong("json"), help: "Answer with one JSON document, errors included.")
    public var asJSON = false

    /// Makes options for the parser to fill.
    public init() {}

    /// The store's name.
    ///
    /// - Throws: `AuthError` with code `configuration` if the name is not allowed.
    public func group() throws(AuthError) -> AccessGroup {
        guard let accessGroup else { return .standard }
        return try AccessGroup(accessGroup)
    }
}
#endif
