extension ErrorCatalogue {
    /// Scopes, resources, instances, and types that are not supported.
    static let scopeAndResource: [Entry] = [
        Entry(
            70011, "invalid_scope",
            "The scope '{scope}' is not valid.",
            remedy: "Ask for scopes that the resource publishes; pass RESOURCE/.default alone."),
        Entry(
            700022, "invalid_scope",
            "The scopes belong to more than one resource: {scope}.",
            remedy: "Ask for the tokens of each resource in a separate call."),
        Entry(
            700023, "invalid_scope",
            "None of the scopes belongs to a resource: {scope}.",
            remedy: "Ask for at least one scope of a resource."),
        Entry(
            1002012, "invalid_scope",
            "For client credentials the scope has to be RESOURCE/.default, and '{scope}' is not.",
            remedy: "Ask for RESOURCE/.default."),
        Entry(
            500011, "invalid_resource",
            "The resource principal named {resource} was not found in the tenant named {tenant}. This can happen if the "
                + "application has not been installed by the administrator of the tenant or consented to by any user "
                + "in the tenant. You might have sent your authentication request to the wrong tenant.",
            remedy: "Check the resource in the scopes, or have it added to the tenant."),
        Entry(
            50001, "invalid_resource",
            "The resource '{resource}' is not valid or not installed in the tenant.",
            remedy: "Check the resource in the scopes."),
        Entry(
            650052, "invalid_resource",
            "The application needs '{resource}', to which the organization has not subscribed.",
            remedy: "Have the administrator add the resource to the tenant."),
        Entry(
            650057, "invalid_resource",
            "The application '{app}' does not list '{resource}' among the permissions that it "
                + "requires.",
            remedy: "Add the resource's permissions to the application's registration."),
        Entry(
            50049, "invalid_instance",
            "The host '{host}' is not an instance of this identity platform.",
            remedy: "Check the authority's host."),
        Entry(
            70003, "unsupported_grant_type",
            "The app requested an unsupported grant type '{grant_type}'.",
            remedy: "Use a grant type that the discovery document lists."),
        Entry(
            70005, "unsupported_response_type",
            "The response type '{response_type}' is not supported for the application.",
            remedy: "Use the response type code; id_token needs the scope openid."),
        Entry(
            700051, "unsupported_response_type",
            "The response type 'token' is not enabled for the application.",
            remedy: "Use the response type code."),
        Entry(
            700054, "unsupported_response_type",
            "The response type 'id_token' is not enabled for the application.",
            remedy: "Enable id tokens in the registration (web.implicitGrantSettings), or use the response type code."),
        Entry(
            70007, "unsupported_response_mode",
            "The response mode '{response_mode}' is not supported for this response type.",
            remedy: "Use query, fragment or form_post."),
    ]
}
