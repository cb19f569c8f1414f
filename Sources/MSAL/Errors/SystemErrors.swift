import Foundation
import KeyfobCache
import KeyfobClient
import KeyfobCore
import KeyfobOAuth

/// The system's errors, which MSAL delivers in their own domains.
enum SystemErrors {
    /// - Parameter info: the `userInfo` in addition to the system's.
    static func passed(_ error: AuthError, _ info: [String: Any]) -> NSError? {
        if let status = error.cause as? KeychainStatus {
            return NSError(domain: "NSOSStatusErrorDomain", code: Int(status.rawValue), userInfo: info)
        }
        guard let transport = error.cause as? TransportError else {
            return error.code == .network
                ? NSError(domain: NSURLErrorDomain, code: NSURLErrorTimedOut, userInfo: info) : nil
        }
        guard error.code == .network || error.code == .invalidResponse, let number = transport.urlErrorNumber else {
            return nil
        }
        var info = info
        if let system = transport.underlying.map({ $0 as NSError }), system.domain == NSURLErrorDomain {
            info.merge(system.userInfo) { $1 }
        }
        return NSError(domain: NSURLErrorDomain, code: number, userInfo: info)
    }
}
