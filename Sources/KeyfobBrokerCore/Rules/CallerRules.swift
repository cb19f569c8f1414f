import KeyfobBrokerProtocol
import KeyfobCore

/// Which app a request is of, and where its answer may go.
///
/// What a message says of its sender decides nothing: the answer goes to the redirect URI's own app, and where the
/// operating system tells who asks, that has to be the same one.
enum CallerRules {
    /// Judges a request.
    ///
    /// - Parameters:
    ///   - redirectURI: the one that the tokens are asked for with, and where the answer is to go.
    ///   - hub: in whose name another app is asked for, if the request is of an app inside another.
    ///   - name: what the app calls itself.
    ///   - caller: who asks, as the operating system told it; nil where it does not.
    /// - Throws: ``AuthError`` with code `configuration` if the redirect URI is of no form that brokers answer to, or
    ///   belongs to another app than the one that asks, or if there is a hub.
    static func app(
        redirectURI: String, hub: BrokerHub?, name: String?, caller: CallerIdentity?
    ) throws(AuthError) -> RequestingApp {
        // Which apps may live in a hub nobody has registered: any app could call itself the hub of any other one, and
        // would get that one's tokens.
        guard hub == nil else {
            throw AuthError(
                .configuration, origin: .broker,
                message: "The broker gives no app the tokens of another one that is said to run inside it.",
                remedy: "Sign in with the app's own client id and redirect URI, without brk_client_id.")
        }
        guard let form = ReadTexts.redirectForm(redirectURI) else {
            throw AuthError(
                .configuration, origin: .broker,
                message: "The broker answers to no redirect URI that does not hold the app's bundle id.",
                remedy: "Register msauth.BUNDLE-ID://auth for the app, and set it as its redirect URI.")
        }
        guard let caller else {
            return RequestingApp(name: name ?? "", bundleID: form.bundleID, isVerified: false)
        }
        guard caller.bundleID == form.bundleID else {
            throw AuthError(
                .configuration, origin: .broker,
                message: "The app \(caller.bundleID) asked with the redirect URI of \(form.bundleID); it gets nothing.",
                remedy: "Use the redirect URI that holds the app's own bundle id: msauth.\(caller.bundleID)://auth.")
        }
        return RequestingApp(name: name ?? "", caller: caller)
    }
}
