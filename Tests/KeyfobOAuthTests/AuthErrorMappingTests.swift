import KeyfobCore
import KeyfobOAuth
import Testing

@Suite("The app's error for a server's error")
struct AuthErrorMappingTests {
    private func error(
        _ number: Int, _ mode: AcquisitionMode, _ dialect: OAuthDialect = .v2, retryAfter: Double? = nil
    ) -> AuthError {
        let fault = OAuthError(number, ["app": "app-1", "redirect_uri": "http://localhost/x", "tenant": "contoso"])
        return AuthError(
            fault.response(dialect, correlationID: "c", traceID: "t", now: 0), status: fault.entry.status,
            retryAfter: retryAfter, during: mode)
    }

    @Test(
        "in silent calls an error that signing in fixes is interactionRequired, in both dialects",
        arguments: [
            50076, 50079, 53003, 65001, 50173, 70008, 700082, 700084, 70043, 50055, 50057, 50132, 50133, 50058,
            70000, 54005, 50126, 65002, 90094,
        ])
    func silent(_ number: Int) {
        for dialect in OAuthDialect.allCases {
            let error = error(number, .silent, dialect)
            #expect(error.code == .interactionRequired)
            #expect(error.server?.codes == [number] && error.correlationID == "c" && error.server?.traceID == "t")
            #expect(error.remedy?.isEmpty == false)
        }
    }

    @Test(
        "errors of the app's configuration are the same in silent and interactive calls",
        arguments: [70011, 700022, 500011, 7000218, 700025, 700016, 50011, 50194, 90002, 700038])
    func configuration(_ number: Int) {
        for mode: AcquisitionMode in [.silent, .interactive, .deviceCode] {
            #expect(error(number, mode).code == .configuration)
        }
    }

    @Test("an unknown client and a wrong redirect URI name what to register")
    func registration() {
        let client = error(700016, .deviceCode)
        #expect(client.message.contains("'app-1' is not registered"))
        #expect(client.remedy?.contains("Register an application with this client id") == true)
        let redirect = error(50011, .interactive)
        #expect(redirect.message.contains("'http://localhost/x' is not registered for the application 'app-1'"))
        #expect(redirect.remedy?.contains("Register exactly this redirect URI") == true)
        #expect(!redirect.message.contains("Trace ID"))
    }

    @Test("a refusal is userCanceled in interactive calls, and interactionRequired in silent ones")
    func declined() {
        #expect(error(65004, .interactive).code == .userCanceled)
        #expect(error(65004, .deviceCode).code == .userCanceled)
        for name in ["access_denied", "authorization_declined"] {
            let response = OAuthErrorResponse(error: name)
            #expect(AuthError(response, status: 0, retryAfter: nil, during: .interactive).code == .userCanceled)
            #expect(AuthError(response, status: 400, retryAfter: nil, during: .silent).code == .interactionRequired)
        }
    }

    @Test("a busy server is throttled, with its requested wait or a minute")
    func throttled() {
        #expect(error(90055, .silent, retryAfter: 7).retryAfter == 7)
        for number in [90055, 90033, 90006, 50196] {
            let error = error(number, .silent)
            #expect(error.code == .throttled && error.retryAfter == 60)
        }
    }

    @Test("a failing server is an error of neither the user nor the app")
    func failing() {
        for mode: AcquisitionMode in [.silent, .interactive, .deviceCode] {
            let response = OAuthErrorResponse(error: "invalid_grant")
            #expect(AuthError(response, status: 500, retryAfter: nil, during: mode).code == .server)
        }
        #expect(error(50126, .interactive).code == .server)
    }

    @Test("an app protection policy has a separate code, so that the app can start the protection's enrolment")
    func protection() {
        for mode: AcquisitionMode in [.silent, .interactive] {
            #expect(error(53005, mode).code == .protectionPoliciesRequired)
        }
    }

    @Test("a malformed refresh token requires signing in, whatever error the server returns")
    func malformedGrant() {
        for name in ["invalid_grant", "invalid_request"] {
            let response = OAuthErrorResponse(error: name, codes: [9_002_313])
            #expect(AuthError(response, status: 400, retryAfter: nil, during: .silent).code == .interactionRequired)
        }
    }

    @Test("the message is the server's sentence without identifiers, further lines and control characters")
    func sentence() {
        func message(_ description: String?) -> String {
            let response = OAuthErrorResponse(error: "invalid_grant", description: description)
            return AuthError(response, status: 400, retryAfter: nil, during: .silent).message
        }
        #expect(message("AADSTS50126: No. Trace ID: x Correlation ID: y") == "AADSTS50126: No.")
        #expect(message("AADSTS50126: No.\r\nTrace ID: x\r\nTimestamp: z") == "AADSTS50126: No.")
        #expect(message("No.\u{1B}[2J\u{9B}x\u{7F}") == "No.[2Jx")
        #expect(message(nil) == "The server refused the request: invalid_grant.")
        #expect(message("") == "The server refused the request: invalid_grant.")
    }

    @Test("a claims challenge and a suberror reach the app")
    func challenge() {
        let fault = OAuthError(53003, claims: #"{"access_token":{"capolids":{}}}"#)
        let error = AuthError(
            fault.response(correlationID: "c", traceID: "t", now: 0), status: 400, retryAfter: nil, during: .silent)
        #expect(error.server?.claimsChallenge == fault.claims && error.server?.suberror == "message_only")
    }

    @Test("a response that is not OAuth is described")
    func unreadable() {
        func error(_ status: Int, _ type: String?, _ body: String, _ retryAfter: Double? = nil) -> AuthError {
            var response = HTTPResponse(status: status, body: Array(body.utf8))
            if let type { response.fields.set("Content-Type", type) }
            return AuthError(unreadable: response, subject: "the token request", retryAfter: retryAfter)
        }
        let html = error(200, "text/html; charset=utf-8", "<html>SECRET</html>")
        #expect(html.code == .invalidResponse && html.message.contains("an HTML page for the token request (HTTP 200)"))
        #expect(!html.description.contains("SECRET"))
        #expect(error(200, nil, "").message.contains("nothing"))
        #expect(error(302, nil, "").message.contains("a redirect"))
        #expect(error(404, "application/json", "{").message.contains("JSON expected for the token request (HTTP 404)"))
        #expect(error(500, "text/html", "<html>").code == .server)
        #expect(error(502, nil, "").code == .server)
        let busy = error(429, nil, "", 7)
        #expect(busy.code == .throttled && busy.retryAfter == 7)
        #expect(error(503, nil, "").retryAfter == 60)
    }

    @Test("transport failures have separate codes")
    func transport() {
        func code(_ code: TransportError.Code) -> AuthError.Code {
            AuthError(TransportError(code, message: "It failed.")).code
        }
        #expect(code(.cannotConnect) == .network && code(.timedOut) == .network && code(.connectionLost) == .network)
        #expect(code(.untrustedCertificate) == .network && code(.bodyTooLarge) == .invalidResponse)
        #expect(code(.invalidResponse) == .invalidResponse && code(.cancelled) == .canceled)
        let certificate = AuthError(TransportError(.untrustedCertificate, message: "It failed."))
        #expect(certificate.remedy?.contains("certificate authority") == true)
    }
}
