extension ErrorCatalogue {
    /// Errors of an invalid password, code or assertion.
    static let grant: [Entry] = [
        Entry(
            50126, "invalid_grant",
            "The user name or the password is wrong.",
            remedy: "Enter the password again, or reset it."),
        Entry(
            50034, "invalid_grant",
            "The user '{user}' does not exist in the tenant '{tenant}'.",
            remedy: "Check the user name and the tenant of the authority."),
        Entry(
            51004, "invalid_grant",
            "The user '{user}' does not exist in the directory '{tenant}'.",
            remedy: "Have the user added to the tenant, or sign in with another account."),
        Entry(
            50020, "invalid_grant",
            "The account '{user}' of '{idp}' does not exist in the tenant '{tenant}', so it cannot "
                + "use '{app}'.",
            remedy: "Sign in with another account, or have this one invited to the tenant."),
        Entry(
            50014, "invalid_grant",
            "The guest '{user}' has not accepted the invitation yet.",
            remedy: "Accept the invitation and sign in again."),
        Entry(
            50053, "invalid_grant",
            "The account is locked, because of too many attempts with a wrong user name or password.",
            remedy: "Wait a minute and try again with the right password, or reset it."),
        Entry(
            50055, "invalid_grant", v1: "user_password_expired", suberror: "user_password_expired",
            "The password has expired.",
            remedy: "Set a new password and sign in again."),
        Entry(
            50056, "invalid_grant",
            "The account has no password, or not one for this directory.",
            remedy: "Set a password, or sign in another way."),
        Entry(
            50057, "invalid_grant",
            "The account is disabled.",
            remedy: "Have the administrator enable the account."),
        Entry(
            50013, "invalid_grant",
            "The assertion is not valid: {detail}.",
            remedy: "Send a current assertion that is issued for this application."),
        Entry(
            500131, "invalid_grant",
            "The assertion's audience is not the application '{app}'.",
            remedy: "Exchange only tokens that were issued for the application that exchanges them."),
        Entry(
            500133, "invalid_grant",
            "The assertion has expired.",
            remedy: "Get a new token and exchange that one."),
        Entry(
            50089, "invalid_grant",
            "The sign-in took too long.",
            remedy: "Start the sign-in again."),
        Entry(
            65001, "invalid_grant", suberror: "consent_required",
            "The user or the administrator has not consented to the application '{app}'.",
            remedy: "Sign in interactively and consent to the permissions."),
        Entry(
            65002, "invalid_grant",
            "The application '{app}' is not authorized in advance for '{resource}'.",
            remedy: "Have the resource's owner authorize the application."),
        Entry(
            70000, "invalid_grant",
            "The grant is not valid: {detail}.",
            remedy: "Sign in interactively to get a new one."),
        Entry(
            700005, "invalid_grant",
            "The code was issued for another tenant than '{tenant}'.",
            remedy: "Redeem a code at the authority that issued it."),
        Entry(
            54005, "invalid_grant",
            "The authorization code was redeemed before.",
            remedy: "Start the sign-in again; a code can be redeemed once."),
        Entry(
            501481, "invalid_grant",
            "The code verifier does not match the code challenge of the authorization request.",
            remedy: "Redeem a code with the verifier whose challenge was sent for it."),
        Entry(
            9002313, "invalid_grant",
            "The request is malformed: the code or refresh token is not one of this server's.",
            remedy: "Sign in interactively to get a new one."),
        Entry(
            50196, "invalid_grant",
            "The client has repeated the same request too often.",
            remedy: "Stop repeating the request; use the cached token."),
    ]
}
