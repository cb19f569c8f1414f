#if Server
public import ArgumentParser
public import KeyfobCore

/// The options of every command: the store, and the form of the output.
package struct StoreOptions: ParsableArguments {
    /// `--access-group`
    @Option(
        name: .customLong("access-group"),
        help: ArgumentHelp(
            "The shared credential store: letters, digits, dots and hyphens.",
            discussion: "Default: \(AccessGroup.standard.name).", valueName: "name"))
    package var accessGroup: String?

    /// `--cache-file`
    @Option(
        name: .customLong("cache-file"),
        help: ArgumentHelp(
            "The token cache file of MSAL Python, .NET, Node, Java or Go, instead of Keyfob's own store.",
            discussion: "For example ~/.azure/msal_token_cache.json. Its secrets are not sealed.",
            valueName: "file"), completion: .file())
    package var cacheFile: String?

    /// `--cache-keyring`
    @Option(
        name: .customLong("cache-keyring"),
        help: ArgumentHelp(
            "The token cache that another program stores in the desktop's keyring.",
            discussion: "With --cache-file, that file signals changes instead of the program's own.",
            valueName: "program"))
    package var cacheKeyring: CacheKeyring?

    /// `--json`
    @Flag(name: .customLong("json"), help: "Write one JSON document, including errors.")
    package var asJSON = false

    /// Makes options for the parser to fill.
    package init() {}

    /// Rejects contradictory options.
    package func validate() throws {
        guard cacheFile == nil || accessGroup == nil else {
            throw ValidationError("--cache-file and --access-group name two stores; pass one of them.")
        }
        guard cacheKeyring == nil || accessGroup == nil else {
            throw ValidationError("--cache-keyring and --access-group name two stores; pass one of them.")
        }
        guard cacheFile?.isEmpty != true else { throw ValidationError("The cache file's name is empty.") }
        guard cacheFile != nil || cacheKeyring?.needsFile != true else {
            throw ValidationError("Each app has a separate file for this cache; name it with --cache-file.")
        }
    }

    /// The store's name.
    ///
    /// - Throws: `AuthError` with code `configuration` if the name is not allowed.
    package func group() throws(AuthError) -> AccessGroup {
        guard let accessGroup else { return .standard }
        return try AccessGroup(accessGroup)
    }
}

/// `--key-place` and `--rekey`: `file` or `secret-service`.
extension SealingKeyPlace: ExpressibleByArgument {}
#endif
