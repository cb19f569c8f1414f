package import KeyfobOAuth

/// Whether a request comes from the web view of a broker, or of an app that responds to device challenges: the request
/// states it (MS-PKAP section 3.1.5.1), and the web view has no user certificates.
package enum PKeyAuthSupport {
    package static func isAdvertised(_ request: HTTPRequest) -> Bool {
        request.fields["x-ms-PkeyAuth+"] == "1.0" || request.fields["x-ms-PkeyAuth"] == "1.0"
            || (request.fields["User-Agent"] ?? "").split(separator: " ")
                .contains { $0 == DeviceDialect.deviceChallengeAgent }
    }
}
