extension ErrorCatalogue {
    /// Errors of a request that names something that does not exist or is not allowed.
    static let request: [Entry] = [
        Entry(
            50011, "invalid_request", isPage: true,
            "The redirect URI '{redirect_uri}' is not registered for the application '{app}'.",
            remedy: "Register exactly this redirect URI for the application under the mobile and desktop "
                + "platform, or pass one that is registered."),
        Entry(
            900971, "invalid_request", isPage: true,
            "The request has no redirect URI, and none is registered for the application '{app}'.",
            remedy: "Register a redirect URI for the application and pass it."),
        Entry(
            50194, "invalid_request", isPage: true,
            "The application '{app}' is for one tenant only and cannot sign in at /{tenant}.",
            remedy: "Use the authority of the application's own tenant, or register the application for "
                + "several."),
        Entry(
            500208, "invalid_request", isPage: true,
            "The account '{user}' is of a kind that cannot sign in here.",
            remedy: "Sign in with another kind of account."),
        Entry(
            9002332, "invalid_request", isPage: true,
            "The application '{app}' is for work and school accounts only.",
            remedy: "Use /organizations or the tenant in the authority."),
        Entry(
            9002346, "invalid_request", isPage: true,
            "The application '{app}' is for personal accounts only.",
            remedy: "Use /consumers in the authority."),
        Entry(
            50059, "invalid_request",
            "The request does not name a tenant.",
            remedy: "Name the tenant in the authority."),
        Entry(
            50128, "invalid_request",
            "The domain of '{user}' is unknown, so the tenant cannot be determined.",
            remedy: "Check the user name, or name the tenant in the authority."),
        Entry(
            900023, "invalid_request", isPage: true,
            "'{tenant}' is neither a tenant id nor a domain name.",
            remedy: "Write the tenant's id or a verified domain into the authority."),
        Entry(
            90002, "invalid_request", isPage: true,
            "There is no tenant '{tenant}'.",
            remedy: "Check the tenant in the authority."),
        Entry(
            90014, "invalid_request",
            "The field '{parameter}' is missing.",
            remedy: "Send the field."),
        Entry(
            900144, "invalid_request", isPage: true,
            "The request must have the parameter '{parameter}'.",
            remedy: "Send the parameter."),
        Entry(
            90023, "invalid_request", isPage: true,
            "The request is malformed: {detail}.",
            remedy: "Send each parameter once and in its proper form."),
    ]
}
