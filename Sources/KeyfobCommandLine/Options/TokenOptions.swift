#if Server
public import ArgumentParser

/// The options of `keyfob token`, which `keyfob` and `keyfob-signin` both understand: the one hands them to the other.
public struct TokenOptions: ParsableArguments {
    /// For which app, where, and for what.
    @OptionGroup public var client: ClientOptions

    /// `--account`
    @Option(help: "The account: its user name or its identifier. Needed only if several are signed in.")
    public var account: String?

    /// `--force-refresh`
    @Flag(name: .customLong("force-refresh"), help: "Ask the server even if a valid token is stored.")
    public var forceRefresh = false

    /// `--ca-file`
    @OptionGroup public var trust: TrustOptions

    /// Which store, and how to answer.
    @OptionGroup public var store: StoreOptions

    /// Makes options for the parser to fill.
    public init() {}
}
#endif
