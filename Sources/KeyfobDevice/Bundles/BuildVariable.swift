import KeyfobCore

/// What Xcode fills in when it builds, as it stands in a project's own files: `$(NAME)` or `${NAME}`.
enum BuildVariable {
    /// Refuses an entry in which one is left.
    ///
    /// - Parameter entry: what messages call it.
    /// - Throws: `AuthError` with code `configuration` that names the variable.
    static func refuse(in text: String, of entry: String) throws(AuthError) {
        guard let variable = text.firstMatch(of: /\$[({][^)}]*[)}]/) else { return }
        throw .configuration(
            "\(entry) has the build variable \(variable.output.prefix(100)) in it, which is not known here.",
            remedy: "Take the file from the built app, where Xcode has filled it in, or write its value.")
    }
}
