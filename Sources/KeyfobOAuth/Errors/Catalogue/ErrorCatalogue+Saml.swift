extension ErrorCatalogue {
    /// SAML requests.
    static let saml: [Entry] = [
        Entry(
            75005, "invalid_request", isPage: true,
            "The SAML request is not valid: {detail}.",
            remedy: "Correct the request."),
        Entry(
            750054, "invalid_request", isPage: true,
            "SAMLRequest or SAMLResponse must be present in the request.",
            remedy: "Send one of them: in the query, or in a form by POST."),
        Entry(
            75003, "invalid_request", isPage: true,
            "The SAML request asks for a response by another binding than HTTP POST.",
            remedy: "Ask for HTTP POST, or leave ProtocolBinding out."),
        Entry(
            75008, "invalid_request", isPage: true,
            "The SAML request has an unexpected destination.",
            remedy: "Write the address of this endpoint into Destination."),
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
            76026, "invalid_request", isPage: true,
            "The SAML request was issued too long ago.",
            remedy: "Send the request when the user signs in."),
        Entry(
            7500529, "invalid_request", isPage: true,
            "'{value}' is not a valid ID of a SAML request.",
            remedy: "Start the ID with a letter or an underscore."),
    ]
}
