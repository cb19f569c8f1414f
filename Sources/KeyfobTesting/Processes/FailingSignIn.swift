/// A sign-in that fails, for the store that it makes: its provider does not exist.
package enum FailingSignIn {
    /// The client, scope and authority, in the options of every command of `keyfob`.
    package static let app = ["--client-id", "x", "--authority", "https://localhost:1/t", "--scope", "s"]
    /// The arguments of `keyfob`.
    package static let arguments = ["login"] + app
}
