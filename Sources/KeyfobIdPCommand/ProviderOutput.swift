import KeyfobCore

/// What the provider says to people and programs.
enum ProviderOutput {
    /// Says something on standard output, unless its reader has gone away: that is no reason to stop serving.
    static func say(_ text: String) { try? StandardStream.output.write(text) }

    /// Says something on standard error, unless its reader has gone away.
    static func warn(_ text: String) { try? StandardStream.error.write(text) }

    /// Writes what a command was asked for: if it does not arrive, the command has failed.
    ///
    /// - Throws: ``AuthError`` that says why.
    static func answer(_ text: String) throws(AuthError) {
        do {
            try StandardStream.output.write(text)
        } catch {
            throw AuthError(.storeUnavailable, origin: .app, message: error.message)
        }
    }
}
