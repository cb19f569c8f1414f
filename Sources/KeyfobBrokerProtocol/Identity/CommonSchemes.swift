/// URL schemes that an app should not take for its redirect URI: others are likely to have them too, and no operating
/// system of Apple's keeps them from it.
public enum CommonSchemes {
    /// The shortest scheme that may be one app's own.
    private static let leastLength = 6

    /// What examples and tutorials use.
    private static let ofExamples: Set<String> = [
        "myapp", "x-msauth", "msauth", "msal", "oauth", "oauth2", "callback", "redirect", "signin", "openid",
        "x-msauth-mytestiosapp",
    ]

    /// Whether others are likely to have a scheme too, in any letter case.
    public static func contains(_ scheme: String) -> Bool {
        scheme.utf8.count < leastLength || ofExamples.contains(scheme.lowercased())
    }
}
