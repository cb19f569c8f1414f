import KeyfobBrokerProtocol
import KeyfobCore

/// The rules that determine which app sent a request, and where its response may go.
///
/// What a message states about its sender is ignored: the response goes to the redirect URI's own app, and if the
/// operating system reports the caller, that has to be the same app.
enum CallerRules {
    /// Returns the app that sent a request.
    ///
    /// - Parameters:
    ///   - redirectURI: the redirect URI of the token request, to which the response goes.
    ///   - hub: the outer app, if the request is of an app inside another.
    ///   - name: the app's own name for itself.
    ///   - caller: the requesting app, as identified by the operating system; nil where it reports none.
    /// - Throws: ``AuthError`` with code `configuration` if the redirect URI has no form that brokers respond to, or
    ///   belongs to another app than the caller, or if there is a hub.
    static func app(
        redirectURI: String, hub: BrokerHostApp?, name: String?, caller: CallerIdentity?
    ) throws(AuthError) -> RequestingApp {
        // No registration lists the apps that may run inside a hub: any app could claim to be the hub of another one
        // and would get its tokens.
        guard hub == nil else {
            throw AuthError(
                .configuration, origin: .broker,
                message: "The broker issues no tokens to an app for another one that it claims to contain.",
                remedy: "Sign in with the app's own client id and redirect URI, without brk_client_id.")
        }
        guard let form = ReadTexts.redirectForm(redirectURI) else {
            throw AuthError(
                .configuration, origin: .broker,
                message: "The broker responds only to redirect URIs that contain the app's bundle id.",
                remedy: "Register msauth.BUNDLE-ID://auth for the app, and set it as its redirect URI.")
        }
        guard let caller else {
            return RequestingApp(name: name ?? "", bundleID: form.bundleID, isVerified: false)
        }
        guard caller.bundleID == form.bundleID else {
            throw AuthError(
                .configuration, origin: .broker,
                message: "The app \(caller.bundleID) sent the redirect URI of \(form.bundleID); it was refused.",
                remedy: "Use the redirect URI that contains the app's own bundle id: msauth.\(caller.bundleID)://auth.")
        }
        return RequestingApp(name: name ?? "", caller: caller)
    }
}
