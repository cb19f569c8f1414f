/// Which release this is, or will be next: decided here alone. Its heading in CHANGELOG.md is "Unreleased" until then.
package enum KeyfobRelease {
    /// The version, by Semantic Versioning 2.0.0; servers see it as `x-client-Ver`.
    package static let version = "0.1.0"

    /// What an executable answers to `--version`.
    package static func line(of executable: String) -> String { "\(executable) \(version)" }
}
