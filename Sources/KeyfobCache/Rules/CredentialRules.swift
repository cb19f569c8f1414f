/// The rules of the credential cache, each in one place, as pure functions over entities: what answers a request,
/// what a response writes, which accounts an app sees, what signing out removes.
public enum CredentialRules {}
