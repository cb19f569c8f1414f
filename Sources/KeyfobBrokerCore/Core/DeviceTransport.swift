import KeyfobCore
import KeyfobOAuth

/// The transport to token endpoints: announces that it can prove possession of the device's key, and does so when
/// challenged, once per request.
struct DeviceTransport: HTTPTransport {
    let base: any HTTPTransport
    /// Returns the value of `Authorization` for a challenge; nil if there is none.
    let answering: @Sendable (PKeyAuthChallenge, HTTPURL) -> Secret<String>?

    func send(_ request: HTTPRequest) async throws(TransportError) -> HTTPResponse {
        var request = request
        let (name, value) = DeviceDialect.deviceChallengeField
        if request.method == .post { request.fields.set(name, value) }
        let response = try await base.send(request)
        guard response.status == 401 || response.status == 400, request.method == .post,
            let challenge = try? PKeyAuthChallenge.find(in: response.fields),
            let answer = answering(challenge, request.url)
        else { return response }
        request.fields.set("Authorization", answer.reveal())
        return try await base.send(request)
    }
}
