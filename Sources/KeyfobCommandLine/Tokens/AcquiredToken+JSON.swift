#if Server
import Foundation
import KeyfobClient
package import KeyfobCore

extension AcquiredToken {
    /// The token and its properties. An id token is in `idToken`, and there is no access token then.
    package var document: JSONValue {
        var members = result.description
        switch kind {
        case .accessToken:
            members["accessToken"] = .string(secret.reveal())
            members["tokenType"] = .string(result.tokenType)
        case .idToken:
            members["idToken"] = .string(secret.reveal())
            members["expiresOn"] = expiresOn.map { .string($0.formatted(.iso8601)) }
        }
        return .object(members)
    }

    /// Warns if the token could not be saved.
    package func warnIfUnsaved() {
        guard result.storeFailure != nil else { return }
        Output.warn(
            "Warning: the token is valid, but it could not be saved; the next call may need a user to sign in. "
                + "\"keyfob doctor\" examines the store.")
    }
}
#endif
