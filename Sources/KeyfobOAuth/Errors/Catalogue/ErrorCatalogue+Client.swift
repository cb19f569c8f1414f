extension ErrorCatalogue {
    /// Errors for clients that are not allowed at all.
    static let client: [Entry] = [
        Entry(
            53005, "unauthorized_client", suberror: "protection_policy_required",
            "The app must be protected by an app protection policy.",
            remedy: "Apply the organization's app protection policy through the broker."),
        Entry(
            53009, "unauthorized_client", suberror: "protection_policy_required",
            "The app must apply an app protection policy of the organization.",
            remedy: "Apply the organization's app protection policy through the broker."),
        Entry(
            700016, "unauthorized_client", isPage: true,
            "The application '{app}' is not registered in the tenant '{tenant}'.",
            remedy: "Register an application with this client id in the tenant, or correct the client id or "
                + "the tenant in the authority."),
        Entry(
            700038, "unauthorized_client", isPage: true,
            "{app} is not a valid application identifier.",
            remedy: "Pass the application (client) id of the registration, a GUID."),
        Entry(
            70001, "unauthorized_client", isPage: true,
            "The application '{app}' is not enabled in the tenant.",
            remedy: "Have the administrator enable the application."),
        Entry(
            7000112, "unauthorized_client", isPage: true,
            "The application '{app}' is disabled.",
            remedy: "Have the application's owner enable it."),
    ]
}
