import Foundation
import KeyfobOAuth

extension TransportError {
    /// The number in `NSURLErrorDomain` that stands for the error: the system's own, where it was the system that failed. nil
    /// where no request failed, as for an answer that is too long.
    package var urlErrorNumber: Int? {
        if code == .bodyTooLarge { return nil }
        if let system = underlying.map({ $0 as NSError }), system.domain == NSURLErrorDomain { return system.code }
        return switch code {
        case .timedOut: NSURLErrorTimedOut
        case .cannotConnect: NSURLErrorCannotConnectToHost
        case .untrustedCertificate: NSURLErrorServerCertificateUntrusted
        case .cancelled: NSURLErrorCancelled
        case .connectionLost: NSURLErrorNetworkConnectionLost
        case .invalidResponse: NSURLErrorBadServerResponse
        default: nil
        }
    }
}
