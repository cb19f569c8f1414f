import Foundation
public import KeyfobAsyncHTTP
public import KeyfobCore

/// What every example sends its requests through.
///
/// The identity provider on a developer's machine stands under a certificate authority of its own. `KEYFOB_CA_FILE`
/// names its certificate (`keyfob idp ca` prints the path); without the variable the system's trust holds, and an
/// app for the public would need nothing of this file.
public func exampleTransport(
    environment: [String: String] = ProcessInfo.processInfo.environment
) throws(AuthError) -> AsyncHTTPTransport {
    guard let file = environment["KEYFOB_CA_FILE"], !file.isEmpty else { return try AsyncHTTPTransport() }
    return try AsyncHTTPTransport(trust: .caFile(file))
}
