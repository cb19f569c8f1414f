#if Server
/// What the tools are to the store.
public enum ToolIdentity {
    /// The app under which sign-ins and removals of the tools are recorded.
    ///
    /// `keyfob` and `keyfob-signin` are one app, whichever client and redirect URI they are told to use: an account
    /// that `keyfob logout` removed stays removed for `keyfob token`, and the suite's own apps keep theirs. It is a
    /// name of the form that bundle ids have, so that it can never equal an app's redirect URI.
    public static let appIdentifier = "test.keyfob.cli"
}
#endif
