import KeyfobCore
import KeyfobOAuth

/// That the identity provider sends people to a broker which is not installed (`msauth://wpj`): the cause of an error with
/// code `deviceRegistrationRequired`.
public struct BrokerInstallation: Error, Sendable, Hashable {
    /// Where the broker can be got (`app_link`); nil if the provider names no place, so that the device has to be
    /// registered in a broker that is there.
    public var link: String?
    /// Whose sign-in it was (`username`).
    public var username: String?

    /// Names a place.
    public init(link: String?, username: String?) {
        self.link = link
        self.username = username
    }

    /// Reads the address that a sign-in page goes to; nil for every other address.
    ///
    /// - Parameters:
    ///   - address: the page's.
    ///   - redirectURI: the app's: the system's own browsers go to `REDIRECT/msauth/wpj`.
    init?(_ address: String, redirectURI: String) {
        let lowered = address.lowercased()
        let forms = ["msauth://wpj", redirectURI.lowercased() + "/msauth/wpj"]
        guard let form = forms.first(where: { lowered.hasPrefix($0) }) else { return nil }
        let rest = address.dropFirst(form.count)
        guard rest.isEmpty || rest.hasPrefix("?") || rest.hasPrefix("/?"),
            let parameters = try? FormParameters(parsing: String(rest.drop { $0 == "/" || $0 == "?" }))
        else { return nil }
        // Only the web has shops: any other scheme would open some app by the provider's, or a proxy's, choice.
        link = parameters.nonEmpty("app_link").flatMap { HTTPURL($0)?.scheme == "https" ? $0 : nil }
        username = parameters.nonEmpty("username")
    }

    /// The error of the call.
    var authError: AuthError {
        AuthError(
            .deviceRegistrationRequired, origin: .server,
            message: "The organization lets only registered devices in, and this device has no broker to register it.",
            remedy: link == nil
                ? "Register the device in a broker app, then sign in again."
                : "Install the broker app that was opened, register the device in it, then sign in again.",
            cause: self)
    }
}

extension BrokerInstallation: CustomStringConvertible {
    /// The place; not the person.
    public var description: String { link.map { "The broker can be got at \($0)." } ?? "The provider names no broker." }
}
