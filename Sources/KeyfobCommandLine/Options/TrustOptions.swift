#if Server
public import ArgumentParser

/// The option that says which certification authorities to believe.
public struct TrustOptions: ParsableArguments {
    /// `--ca-file`
    @Option(
        name: .customLong("ca-file"),
        help: ArgumentHelp(
            "Trust the certification authorities in this PEM file, and no others.",
            discussion: "Default: what KEYFOB_CA_FILE or SSL_CERT_FILE names, else the system's.", valueName: "file"))
    public var caFile: String?

    /// Makes options for the parser to fill.
    public init() {}
}
#endif
