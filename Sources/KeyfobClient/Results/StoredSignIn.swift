import KeyfobCore

/// The outcome of storing a sign-in.
struct StoredSignIn: Sendable {
    /// The account that signed in, as the store has it.
    let account: Account
    /// Why nothing was stored; nil if it was.
    let failure: AuthError.Code?
}
