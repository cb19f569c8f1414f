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
    ///   - redirectURI: where the answer is to go.
    ///   - name: what the app calls itself.
    ///   - caller: who asks, as the operating system told it; nil where it does not.
    /// - Throws: ``AuthError`` with code `configuration` if the redirect URI is of no form that brokers answer to, or
    ///   belongs to another app than the one that asks.
    static func app(
        redirectURI: String, name: String?, caller: CallerIdentity?
    ) throws(AuthError) -> RequestingApp {
        guard let form = BrokerRedirectForm(redirectURI) else {
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
        return RequestingApp(
            name: name ?? "", bundleID: caller.bundleID, isVerified: caller.assurance != .claimed)
    }
}
