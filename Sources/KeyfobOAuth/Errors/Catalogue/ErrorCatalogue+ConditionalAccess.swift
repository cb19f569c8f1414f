extension ErrorCatalogue {
    /// Errors for violated policies of the organization. v2 returns `invalid_grant` where v1 returns
    /// `interaction_required`.
    static let conditionalAccess: [Entry] = [
        Entry(
            50072, "invalid_grant", v1: "interaction_required", suberror: "basic_action",
            "'{user}' has to register a second factor before '{app}' can be used.",
            remedy: "Sign in interactively and register a second factor."),
        Entry(
            50079, "invalid_grant", v1: "interaction_required", suberror: "basic_action",
            "'{user}' has to register a second factor, because of a setting of the administrator or a "
                + "new location.",
            remedy: "Sign in interactively and register a second factor."),
        Entry(
            50074, "invalid_grant", v1: "interaction_required", suberror: "basic_action",
            "A second factor is required and '{user}' has not passed it.",
            remedy: "Sign in interactively and confirm the second factor."),
        Entry(
            50076, "invalid_grant", v1: "interaction_required", suberror: "basic_action",
            "A second factor is required for '{resource}', because of a setting of the administrator "
                + "or a new location.",
            remedy: "Sign in interactively and confirm the second factor."),
        Entry(
            50078, "invalid_grant", v1: "interaction_required", suberror: "basic_action",
            "The second factor was confirmed too long ago.",
            remedy: "Sign in interactively and confirm the second factor again."),
        Entry(
            50158, "invalid_grant", v1: "interaction_required", suberror: "basic_action",
            "A further step at another service has not been completed.",
            remedy: "Sign in interactively and complete the step."),
        Entry(
            53003, "invalid_grant", v1: "interaction_required", suberror: "message_only",
            "Access is blocked by a Conditional Access policy.",
            remedy: "Ask the administrator which policy applies; the claims value goes into the next "
                + "interactive request."),
        Entry(
            53000, "invalid_grant", v1: "interaction_required", suberror: "message_only",
            "The device is not compliant, and a Conditional Access policy requires that it is.",
            remedy: "Enrol the device in management, or use a managed one."),
        Entry(
            53001, "invalid_grant", v1: "interaction_required", suberror: "message_only",
            "The device is not joined to the domain, and a Conditional Access policy requires that it "
                + "is.",
            remedy: "Use a device that is joined to the domain."),
        Entry(
            53002, "invalid_grant", v1: "interaction_required", suberror: "message_only",
            "The app is not on the list of approved apps that a Conditional Access policy requires.",
            remedy: "Use an approved app."),
        Entry(
            16000, "invalid_grant", v1: "interaction_required",
            "The account '{user}' is of another identity provider and does not exist in the tenant "
                + "'{tenant}', so it cannot use '{app}'.",
            remedy: "Sign in with another account, or have this one invited to the tenant."),
        Entry(
            50005, "invalid_grant", v1: "interaction_required",
            "The device's platform is not allowed by a Conditional Access policy.",
            remedy: "Use a platform that the policy allows."),
        Entry(
            50097, "invalid_grant", v1: "interaction_required",
            "The device has to authenticate.",
            remedy: "Sign in interactively through the broker on a registered device."),
        Entry(
            50105, "invalid_grant", v1: "interaction_required",
            "'{user}' is not assigned to a role of the application '{app}'.",
            remedy: "Have the administrator assign the user to the application."),
        Entry(
            50127, "invalid_grant", v1: "interaction_required",
            "A broker app has to be installed to meet a Conditional Access policy.",
            remedy: "Install the broker and sign in again."),
        Entry(
            50129, "invalid_grant", v1: "interaction_required",
            "The device has to be registered with the organization.",
            remedy: "Register the device and sign in again."),
        Entry(
            50131, "invalid_grant", v1: "interaction_required",
            "A Conditional Access policy does not allow this sign-in: {detail}.",
            remedy: "Ask the administrator which policy applies."),
        Entry(
            53004, "invalid_grant", v1: "interaction_required",
            "A second factor cannot be registered now, because the sign-in looks risky.",
            remedy: "Sign in from a known place or device, or ask the administrator."),
        Entry(
            53011, "invalid_grant", v1: "interaction_required",
            "'{user}' is blocked, because the account looks taken over.",
            remedy: "Ask the administrator to clear the risk."),
        Entry(
            530032, "invalid_grant", v1: "interaction_required",
            "A policy of the tenant blocks this sign-in.",
            remedy: "Ask the administrator which policy applies."),
        Entry(
            530035, "invalid_grant", v1: "interaction_required",
            "The tenant's security defaults block this sign-in.",
            remedy: "Use a current way of signing in, or ask the administrator."),
        Entry(
            530033, "invalid_grant", v1: "interaction_required",
            "A device-code sign-in cannot meet a policy that requires a managed device.",
            remedy: "Sign in by the browser on a managed device instead of by device code."),
        Entry(
            90072, "invalid_grant", v1: "interaction_required",
            "The account '{user}' is of another identity provider and cannot pass the second factor "
                + "that the tenant '{tenant}' requires.",
            remedy: "Sign in with an account of the tenant, or have this one invited."),
        Entry(
            135011, "invalid_grant", v1: "interaction_required",
            "The device is disabled.",
            remedy: "Have the administrator enable the device."),
    ]
}
