extension ErrorCatalogue {
    /// Errors of client authentication.
    static let clientAuthentication: [Entry] = [
        Entry(
            7000215, "invalid_client", status: 401,
            "Invalid client secret provided. Ensure the secret being sent in the request is the client secret value, "
                + "not the client secret ID, for a secret added to app '{app}'.",
            remedy: "Use the secret's value, not its id."),
        Entry(
            7000216, "invalid_client", status: 401,
            "The grant client_credentials requires 'client_assertion' or 'client_secret', and the request of the "
                + "application '{app}' has neither.",
            remedy: "Send a secret or an assertion of the application."),
        Entry(
            7000218, "invalid_client", status: 401,
            "The request has neither 'client_assertion' nor 'client_secret', and the application is "
                + "not a public client for this redirect URI.",
            remedy: "Send a secret or an assertion of the application; or register the redirect URI under the mobile "
                + "and desktop platform, so that the app counts as a public client."),
        Entry(
            7000222, "invalid_client", status: 401,
            "The client secret of the application '{app}' has expired.",
            remedy: "Make a new secret in the registration."),
        Entry(
            50012, "invalid_client", status: 401,
            "The client could not be authenticated: {detail}.",
            remedy: "Compare the client's credential with the registration."),
        Entry(
            700027, "invalid_client", status: 401,
            "The certificate that signs the client assertion is not valid for the application '{app}'. "
                + "[Reason - {reason}, Thumbprint of key used by client: '{thumbprint}'].",
            remedy: "Register the certificate that signs the assertion."),
        Entry(
            700025, "invalid_client", status: 401,
            "The application is a public client, and a public client sends neither 'client_assertion' "
                + "nor 'client_secret'.",
            remedy: "Leave the secret out."),
        Entry(
            700213, "invalid_client", status: 401,
            "No federated credential of the application matches the subject '{subject}' of the assertion.",
            remedy: "Register the assertion's issuer, subject and audience."),
        Entry(
            500112, "invalid_client", status: 401,
            "The redirect URI '{redirect_uri}' is not the one for which the code was issued.",
            remedy: "Send the same redirect URI to both endpoints."),
    ]
}
