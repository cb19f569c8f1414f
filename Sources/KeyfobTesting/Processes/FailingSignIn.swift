/// A sign-in of which nothing comes, for the store that it makes: its provider is not there.
package enum FailingSignIn {
    /// The client, what it asks for and where, as every command of `keyfob` takes them.
    package static let app = ["--client-id", "x", "--authority", "https://localhost:1/t", "--scope", "s"]
    /// The arguments of `keyfob`.
    package static let arguments = ["login"] + app
}
