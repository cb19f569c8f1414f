#if Server
package import ArgumentParser

/// The option that names the trusted certification authorities.
package struct TrustOptions: ParsableArguments {
    /// `--ca-file`
    @Option(
        name: .customLong("ca-file"),
        help: ArgumentHelp(
            "Trust the certification authorities in this PEM file, and no others.",
            discussion: "Default: the file in KEYFOB_CA_FILE or SSL_CERT_FILE, else the system's.", valueName: "file"),
        completion: .file())
    package var caFile: String?

    /// Makes options for the parser to fill.
    package init() {}
}
#endif
