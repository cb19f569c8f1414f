extension ErrorCatalogue {
    /// Errors of client assertions.
    static let clientAssertion: [Entry] = [
        Entry(
            700021, "invalid_client", status: 401,
            "The issuer and the subject of the client assertion are not the application '{app}'.",
            remedy: "Set both 'iss' and 'sub' to the client id."),
        Entry(
            700024, "invalid_client", status: 401,
            "The client assertion is not within its validity: it is {now}, and the assertion is valid from {start} "
                + "to {end} (Unix seconds).",
            remedy: "Set the clock, and make a new assertion."),
        Entry(
            700211, "invalid_client", status: 401,
            "No federated credential of the application matches the issuer '{issuer}' of the assertion.",
            remedy: "Register the assertion's issuer, subject and audience."),
        Entry(
            700212, "invalid_client", status: 401,
            "No federated credential of the application matches the audience '{audience}' of the assertion.",
            remedy: "Register the assertion's issuer, subject and audience."),
    ]

    /// Errors whose number has another meaning, with another `error`.
    static let variants: [Entry] = [
        Entry(
            700023, "invalid_client", status: 401,
            "The audience of the client assertion is neither the token endpoint nor the issuer of the tenant.",
            remedy: "Set 'aud' to the token endpoint of the tenant to which the request is sent.")
    ]
}
