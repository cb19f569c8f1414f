#if Server
/// The identity of the tools in the store.
package enum ToolIdentity {
    /// The app under which sign-ins and removals of the tools are recorded.
    ///
    /// `keyfob` and `keyfob-signin` are one app, with any client and redirect URI: an account that `keyfob logout`
    /// removed stays removed for `keyfob token`, and the suite's own apps keep theirs. The name has the form of a
    /// bundle id, so that it never equals an app's redirect URI.
    package static let appIdentifier = "test.keyfob.cli"
}
#endif
