extension ErrorCatalogue {
    /// SAML requests.
    static let saml: [Entry] = [
        Entry(
            75005, "invalid_request", isPage: true,
            "The SAML request is not valid: {detail}.",
            remedy: "Correct the request."),
        Entry(
            750054, "invalid_request", isPage: true,
            "The query has neither SAMLRequest nor SAMLResponse.",
            remedy: "Send one of them."),
        Entry(
            75011, "invalid_request", isPage: true,
            "The way in which '{user}' signed in does not match the way that was requested.",
            remedy: "Do not request a way of signing in, or sign in that way."),
        Entry(
            75016, "invalid_request", isPage: true,
            "The NameIDPolicy of the SAML request is not valid.",
            remedy: "Use a format that is supported."),
        Entry(
            76021, "invalid_request", isPage: true,
            "The SAML request is not signed, and the application requires that it is.",
            remedy: "Sign the request."),
        Entry(
            7500529, "invalid_request", isPage: true,
            "'{value}' is not a valid ID of a SAML request.",
            remedy: "Start the ID with a letter or an underscore."),
    ]
}
