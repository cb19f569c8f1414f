import KeyfobCore
import KeyfobOAuth

/// The identity provider requires a broker that is not installed (`msauth://wpj`): the cause of an error with code
/// `deviceRegistrationRequired`.
package struct BrokerInstallation: Error, Sendable, Hashable {
    /// Where the broker can be installed (`app_link`); nil if the provider names no page, so that the device has to be
    /// registered in an installed broker.
    package var link: String?
    /// The user name of the sign-in (`username`).
    package var username: String?

    /// Makes a value.
    package init(link: String?, username: String?) {
        self.link = link
        self.username = username
    }

    /// Parses the address that a sign-in page goes to; nil for every other address.
    ///
    /// - Parameters:
    ///   - address: the page's target.
    ///   - redirectURI: the app's: the system's own browsers go to `REDIRECT/msauth/wpj`.
    init?(_ address: String, redirectURI: String) {
        let lowered = address.lowercased()
        let forms = ["msauth://wpj", redirectURI.lowercased() + "/msauth/wpj"]
        guard let form = forms.first(where: { lowered.hasPrefix($0) }) else { return nil }
        let rest = address.dropFirst(form.count)
        guard rest.isEmpty || rest.hasPrefix("?") || rest.hasPrefix("/?"),
            let parameters = try? FormParameters(parsing: String(rest.drop { $0 == "/" || $0 == "?" }))
        else { return nil }
        // Only https links: any other scheme would let the provider or a proxy open any app.
        link = parameters.nonEmpty("app_link").flatMap { HTTPURL($0)?.scheme == "https" ? $0 : nil }
        username = parameters.nonEmpty("username")
    }

    /// The error of the call.
    var authError: AuthError {
        AuthError(
            .deviceRegistrationRequired, origin: .server,
            message: "The organization requires a registered device, and this device has no broker to register it.",
            remedy: link == nil
                ? "Register the device in a broker app, then sign in again."
                : "Install the broker app that was opened, register the device in it, then sign in again.",
            cause: self)
    }
}

extension BrokerInstallation: CustomStringConvertible {
    /// The link; not the user.
    package var description: String { link.map { "Install the broker from \($0)." } ?? "The provider names no broker." }
}
