extension ErrorCatalogue {
    /// Sign-in by certificate.
    static let certificate: [Entry] = [
        Entry(
            50017, "invalid_grant",
            "The certificate could not be validated: {detail}.",
            remedy: "Choose another certificate. Embedded web views have none: use the broker or the system's browser."),
        Entry(
            500172, "invalid_grant",
            "The certificate is not valid at this time, or an authority above it is not.",
            remedy: "Have a new certificate issued, and check the device's clock."),
        Entry(
            500175, "invalid_grant",
            "The certificate's revocation cannot be checked: its authority's revocation list is out of date.",
            remedy: "Have the administrator upload the authority's current revocation list."),
        Entry(
            500176, "invalid_grant",
            "The authority that issued the certificate has not been set up in the tenant.",
            remedy: "Choose another certificate, or have the administrator add its authority to the tenant."),
        Entry(
            500183, "invalid_grant",
            "The certificate has been revoked.",
            remedy: "Have a new certificate issued."),
        Entry(
            1001000, "invalid_grant",
            "The tenant of '{user}' has no policy for sign-in by certificate.",
            remedy: "Check the user name, or have the administrator set up the tenant's authorities."),
        Entry(
            1001003, "invalid_grant",
            "The certificate does not name the user '{user}'.",
            remedy: "Choose the user's own certificate."),
        Entry(
            130501, "invalid_grant",
            "The sign-in was blocked by the user's credential policy: this user signs in by certificate alone.",
            remedy: "Use a certificate."),
    ]
}
