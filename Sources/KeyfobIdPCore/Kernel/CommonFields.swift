import KeyfobCore
import KeyfobOAuth

/// The fields that every response contains.
enum CommonFields {
    static func add(
        to response: inout HTTPResponse, for request: HTTPRequest, correlationID: String, traceID: String
    ) {
        // On loopback it would redirect every other local server's http, and the apps' loopback redirects, to https.
        if !request.url.isLoopback {
            response.fields.set("Strict-Transport-Security", "max-age=31536000; includeSubDomains")
        }
        response.fields.set("X-Content-Type-Options", "nosniff")
        response.fields.set("Referrer-Policy", "no-referrer")
        response.fields.set("x-ms-request-id", traceID)
        response.fields.set("x-ms-ests-server", "keyfob")
        if request.fields["return-client-request-id"]?.lowercased() == "true" {
            response.fields.set("client-request-id", correlationID)
        }
        if response.fields["Cache-Control"] == nil {
            response.fields.set("Cache-Control", "no-store, no-cache")
            response.fields.set("Pragma", "no-cache")
            response.fields.set("Expires", "-1")
        }
    }
}
