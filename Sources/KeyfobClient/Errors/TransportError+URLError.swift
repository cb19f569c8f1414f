import Foundation
import KeyfobOAuth

extension TransportError {
    /// The error's number in `NSURLErrorDomain`: the system's own, if the system failed. nil if no request failed, as
    /// for a response that is too long.
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
