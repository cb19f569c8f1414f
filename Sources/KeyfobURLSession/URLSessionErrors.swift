import Foundation
import KeyfobOAuth

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// Maps the errors of `URLSession`.
enum URLSessionErrors {
    static func classify(_ error: any Error, origin: String) -> TransportError {
        let code = (error as? URLError)?.code ?? URLError.Code(rawValue: (error as NSError).code)
        let text = (error as NSError).localizedDescription
        switch code {
        case .timedOut:
            return TransportError(.timedOut, message: "\(origin) did not respond in time.", underlying: error)
        case .cancelled:
            return TransportError(.cancelled, message: "The request to \(origin) was cancelled.", underlying: error)
        case .serverCertificateUntrusted, .serverCertificateHasBadDate, .serverCertificateHasUnknownRoot,
            .serverCertificateNotYetValid:
            return untrusted(origin, text, error)
        case .unknown where isAboutCertificate(text):
            return untrusted(origin, text, error)
        case .cannotFindHost, .dnsLookupFailed:
            return TransportError(
                .cannotConnect, message: "The name of \(origin) could not be resolved.", underlying: error)
        case .badServerResponse, .cannotParseResponse, .cannotDecodeRawData, .cannotDecodeContentData:
            return invalid(origin, error)
        case .networkConnectionLost:
            return TransportError(
                .connectionLost, message: "The connection to \(origin) broke before the response.", underlying: error
            )
        case .unknown, .unsupportedURL:
            // On Linux every response that libcurl rejects is reported as `unknown`, and one without a status line as
            // `unsupportedURL`, since it might be HTTP/0.9; the schemes in use are supported.
            return invalid(origin, error)
        case .cannotConnectToHost:
            return TransportError(
                .cannotConnect, message: "\(origin) accepts no connection.", underlying: error)
        default:
            return TransportError(
                .cannotConnect, message: "\(origin) cannot be reached: \(text)", underlying: error)
        }
    }

    /// On Linux a rejected certificate has no error code of its own, only libcurl's message.
    private static func isAboutCertificate(_ text: String) -> Bool {
        text.hasPrefix("SSL certificate problem") || text.hasPrefix("SSL: no alternative certificate subject name")
            || text.hasPrefix("SSL: certificate subject name")
    }

    private static func untrusted(_ origin: String, _ text: String, _ error: any Error) -> TransportError {
        TransportError(
            .untrustedCertificate, message: "The certificate of \(origin) is not trusted: \(text).", underlying: error)
    }

    private static func invalid(_ origin: String, _ error: any Error) -> TransportError {
        TransportError(
            .invalidResponse, message: "The response of \(origin) is incomplete or is not HTTP.", underlying: error)
    }
}
