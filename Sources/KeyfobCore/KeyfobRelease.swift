/// The version of this release, defined only here. CHANGELOG.md has a dated heading for it.
package enum KeyfobRelease {
    /// The version, by Semantic Versioning 2.0.0; servers see it as `x-client-Ver`.
    package static let version = "0.1.0"

    /// Returns an executable's output for `--version`.
    package static func line(of executable: String) -> String { "\(executable) \(version)" }
}
