/// URL schemes that an app should not use for its redirect URI: other apps are likely to declare them too, and Apple's
/// operating systems do not prevent that.
package enum CommonSchemes {
    /// The minimum length of a scheme that may be unique to one app.
    private static let leastLength = 6

    /// Schemes from examples and tutorials.
    private static let ofExamples: Set<String> = [
        "myapp", "x-msauth", "msauth", "msal", "oauth", "oauth2", "callback", "redirect", "signin", "openid",
        "x-msauth-mytestiosapp",
    ]

    /// Returns whether other apps are likely to declare a scheme too, in any letter case.
    package static func contains(_ scheme: String) -> Bool {
        scheme.utf8.count < leastLength || ofExamples.contains(scheme.lowercased())
    }
}
