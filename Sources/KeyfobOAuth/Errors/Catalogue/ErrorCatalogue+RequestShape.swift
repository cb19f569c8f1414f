extension ErrorCatalogue {
    /// Errors of a request in a form that the endpoint does not accept.
    static let requestShape: [Entry] = [
        Entry(
            9001023, "invalid_request",
            "This grant is not available at /{tenant}.",
            remedy: "Use /organizations or the tenant in the authority."),
        Entry(
            90027, "invalid_request",
            "Version 1 endpoints do not issue tokens to personal accounts.",
            remedy: "Use the v2.0 endpoints."),
        Entry(
            90038, "invalid_request",
            "The tenant '{tenant}' is in another cloud.",
            remedy: "Use the authority of that cloud."),
        Entry(
            900561, "invalid_request",
            "The endpoint accepts {expected} requests only, and this is a {method} request.",
            remedy: "Use the method that the endpoint accepts."),
        Entry(
            901002, "invalid_request",
            "The parameter 'resource' is not supported here.",
            remedy: "Ask for scopes instead."),
        Entry(
            50027, "invalid_request",
            "The JWT is not valid: {detail}.",
            remedy: "Send a well-formed token."),
        Entry(
            50147, "invalid_request",
            "The code challenge has the wrong length.",
            remedy: "Send the base64url of a SHA-256 hash: 43 characters."),
        Entry(
            501491, "invalid_request",
            "The code challenge or its method is not valid: {detail}.",
            remedy: "Send the method S256 and a challenge of 43 characters."),
        Entry(
            9002325, "invalid_request",
            "A single-page app has to redeem its code with proof of possession (PKCE).",
            remedy: "Send a code challenge and a code verifier."),
        Entry(
            9002326, "invalid_request",
            "Redeeming a token across origins is for single-page apps only.",
            remedy: "Register the redirect URI under the single-page platform."),
        Entry(
            9002327, "invalid_request",
            "Tokens of a single-page app can only be redeemed from the page's origin.",
            remedy: "Redeem the code in the browser."),
        Entry(
            28002, "invalid_request",
            "The scope '{scope}' is not valid for redeeming the code.",
            remedy: "Send scopes of one resource, as they were requested."),
        Entry(
            28003, "invalid_request",
            "The scope is empty.",
            remedy: "Send at least one scope."),
        Entry(
            140000, "invalid_request",
            "The request's nonce is missing or too old.",
            remedy: "Fetch a new nonce."),
        Entry(
            140001, "invalid_request",
            "The session key is not valid.",
            remedy: "Register the device's session again."),
    ]
}
