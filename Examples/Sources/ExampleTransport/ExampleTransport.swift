import Foundation
public import KeyfobAsyncHTTP
public import KeyfobCore

/// The transport of every example.
///
/// The identity provider on a developer's machine has a private certificate authority. `KEYFOB_CA_FILE` names its
/// certificate (`keyfob idp ca` prints the path); without the variable the system's trust applies. A public app does
/// not need this file.
public func exampleTransport(
    environment: [String: String] = ProcessInfo.processInfo.environment
) throws(AuthError) -> AsyncHTTPTransport {
    guard let file = environment["KEYFOB_CA_FILE"], !file.isEmpty else { return try AsyncHTTPTransport() }
    return try AsyncHTTPTransport(trust: .caFile(file))
}
