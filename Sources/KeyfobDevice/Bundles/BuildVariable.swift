import KeyfobCore

/// The build variables that Xcode replaces in a project's own files: `$(NAME)` or `${NAME}`.
enum BuildVariable {
    /// Refuses an entry that contains one.
    ///
    /// - Parameter entry: the entry's name in messages.
    /// - Throws: `AuthError` with code `configuration` that names the variable.
    static func refuse(in text: String, of entry: String) throws(AuthError) {
        guard let variable = text.firstMatch(of: /\$[({][^)}]*[)}]/) else { return }
        throw .configuration(
            "\(entry) contains the build variable \(variable.output.prefix(100)), which is not known here.",
            remedy: "Take the file from the built app, where Xcode has filled it in, or write its value.")
    }
}
