import Foundation
import KeyfobCache
import KeyfobCore
import KeyfobOAuth

/// The system's own errors, which MSAL passes on in their own domains.
enum SystemErrors {
    /// - Parameter info: what is said of it beside what the system says.
    static func passed(_ error: AuthError, _ info: [String: Any]) -> NSError? {
        if let status = error.cause as? KeychainStatus {
            return NSError(domain: "NSOSStatusErrorDomain", code: Int(status.rawValue), userInfo: info)
        }
        guard let transport = error.cause as? TransportError else {
            return error.code == .network
                ? NSError(domain: NSURLErrorDomain, code: NSURLErrorTimedOut, userInfo: info) : nil
        }
        guard error.code == .network || error.code == .invalidResponse, transport.code != .bodyTooLarge else {
            return nil
        }
        guard let system = transport.underlying.map({ $0 as NSError }), system.domain == NSURLErrorDomain else {
            return NSError(domain: NSURLErrorDomain, code: code(of: transport.code), userInfo: info)
        }
        return NSError(
            domain: NSURLErrorDomain, code: system.code, userInfo: info.merging(system.userInfo) { _, theirs in theirs }
        )
    }

    private static func code(of code: TransportError.Code) -> Int {
        switch code {
        case .timedOut: NSURLErrorTimedOut
        case .untrustedCertificate: NSURLErrorServerCertificateUntrusted
        case .connectionLost: NSURLErrorNetworkConnectionLost
        case .invalidResponse: NSURLErrorBadServerResponse
        default: NSURLErrorCannotConnectToHost
        }
    }
}
