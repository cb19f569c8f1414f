#if LinuxTransport
import AsyncHTTPClient
import KeyfobOAuth
import NIOCore
import NIOHTTP1
import NIOPosix
import NIOSSL

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// Maps the errors of the client and the layers below it.
enum AsyncHTTPErrors {
    static func classify(_ error: any Error, origin: String) -> TransportError {
        switch error {
        case let error as TransportError: return error
        case is CancellationError: return cancelled(origin)
        case let error as HTTPClientError: return classify(error, origin)
        case let error as NIOSSLError: return classify(error, origin)
        case let error as NIOSSLExtraError where error == .failedToValidateHostname: return otherHost(origin, error)
        case let error as ServerName.Mismatch: return otherHost(origin, error)
        case is HTTPParserError: return invalid(origin, error)
        case let error as NIOConnectionError:
            let reason = error.dnsAError != nil && error.dnsAAAAError != nil && error.connectionErrors.isEmpty
            return TransportError(
                .cannotConnect,
                message: reason
                    ? "The name of \(origin) could not be resolved." : "\(origin) accepts no connection.",
                underlying: error)
        case ChannelError.connectTimeout, ChannelError.connectPending:
            return TransportError(
                .cannotConnect, message: "The connection to \(origin) could not be made.", underlying: error)
        // An address that needed no name service fails without `NIOConnectionError`.
        case let error as IOError where refusals.contains(error.errnoCode):
            return TransportError(
                .cannotConnect, message: "\(origin) accepts no connection.", underlying: error)
        case is ChannelError, is IOError:
            return TransportError(
                .connectionLost, message: "The connection to \(origin) broke before the response.", underlying: error
            )
        default:
            return TransportError(.cannotConnect, message: "\(origin) cannot be reached.", underlying: error)
        }
    }

    /// The errors of a connection that was never open, and of no other: `EHOSTUNREACH` and the like may come from one
    /// over which a request was sent.
    private static let refusals: Set<Int32> = [ECONNREFUSED, EADDRNOTAVAIL, EACCES, EMFILE, ENFILE]

    private static func classify(_ error: HTTPClientError, _ origin: String) -> TransportError {
        switch error {
        case .deadlineExceeded, .readTimeout, .writeTimeout, .connectTimeout, .tlsHandshakeTimeout,
            .getConnectionFromPoolTimeout:
            TransportError(.timedOut, message: "\(origin) did not respond in time.", underlying: error)
        case .cancelled: cancelled(origin)
        case .remoteConnectionClosed, .uncleanShutdown: invalid(origin, error)
        case .alreadyShutdown:
            TransportError(.cannotConnect, message: "The transport has been shut down.", underlying: error)
        default:
            TransportError(.cannotConnect, message: "\(origin) cannot be reached: \(error).", underlying: error)
        }
    }

    private static func classify(_ error: NIOSSLError, _ origin: String) -> TransportError {
        switch error {
        case .handshakeFailed(let reason):
            let text = String(describing: reason)
            guard text.contains("CERTIFICATE_VERIFY_FAILED") else {
                return TransportError(
                    .cannotConnect, message: "The TLS handshake with \(origin) failed.", underlying: error)
            }
            return TransportError(
                .untrustedCertificate,
                message: "The certificate of \(origin) is out of date, or not from an authority that is trusted here.",
                underlying: error)
        case .unableToValidateCertificate, .noCertificateToValidate:
            return TransportError(
                .untrustedCertificate, message: "The certificate of \(origin) is not trusted.", underlying: error)
        case .uncleanShutdown: return invalid(origin, error)
        default:
            return TransportError(
                .connectionLost, message: "The TLS connection to \(origin) broke.", underlying: error)
        }
    }

    static func timedOut(_ origin: String, after seconds: Double) -> TransportError {
        TransportError(.timedOut, message: "\(origin) did not respond in full within \(seconds) seconds.")
    }

    static func tooLarge(_ origin: String, limit: Int) -> TransportError {
        TransportError(.bodyTooLarge, message: "\(origin) responded with more than \(limit) bytes.")
    }

    static func cancelled(_ origin: String) -> TransportError {
        TransportError(.cancelled, message: "The request to \(origin) was cancelled by the app.")
    }

    private static func otherHost(_ origin: String, _ error: any Error) -> TransportError {
        TransportError(
            .untrustedCertificate, message: "The certificate of \(origin) is for another host.", underlying: error)
    }

    private static func invalid(_ origin: String, _ error: any Error) -> TransportError {
        TransportError(
            .invalidResponse, message: "The response of \(origin) is incomplete or is not HTTP.", underlying: error)
    }
}
#endif
