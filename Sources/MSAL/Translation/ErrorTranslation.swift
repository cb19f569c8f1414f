import Foundation
import KeyfobClient
import KeyfobCore

/// The SDK's error as the `NSError` that MSAL's callers know.
enum ErrorTranslation {
    /// During what an error came: a silent call turns most of what a server says into `interactionRequired`.
    enum Call {
        case silent
        case interactive
        case other
    }

    /// An error of the façade's own, under ``MSALError/internal``.
    static func error(_ code: MSALInternalError, _ description: String) -> NSError {
        NSError(
            domain: MSALErrorDomain, code: MSALError.internal.rawValue,
            userInfo: [
                MSALInternalErrorCodeKey: code.rawValue, MSALErrorDescriptionKey: description,
                NSLocalizedDescriptionKey: description,
            ])
    }

    /// Runs what a call does before anything is sent, and says in its errors what ties the call to the server's log.
    ///
    /// - Parameter id: the call's correlation id.
    static func correlating<R>(_ id: UUID, _ body: () throws -> R) throws -> R {
        do {
            return try body()
        } catch {
            throw correlated(error as NSError, id.uuidString.lowercased())
        }
    }

    /// The error with a correlation id, if it has none.
    private static func correlated(_ error: NSError, _ id: String?) -> NSError {
        guard let id, error.domain == MSALErrorDomain, error.userInfo[MSALCorrelationIDKey] == nil else { return error }
        return NSError(
            domain: error.domain, code: error.code,
            userInfo: error.userInfo.merging([MSALCorrelationIDKey: id]) { own, _ in own })
    }

    /// Runs `body` and throws what it throws as MSAL would.
    static func rethrowing<R>(_ body: () throws(AuthError) -> R) throws -> R {
        do throws(AuthError) {
            return try body()
        } catch {
            throw translate(error, during: .other)
        }
    }

    /// The error as MSAL delivers it.
    ///
    /// - Parameters:
    ///   - error: the SDK's.
    ///   - call: during what it came.
    ///   - account: whose token was asked for, if that is known.
    ///   - partial: with declined scopes, the result with those that were granted.
    static func translate(
        _ error: AuthError, during call: Call, account: Account? = nil, partial: MSALResult? = nil
    ) -> NSError {
        if let obstacle = error.cause as? ObstructedUserAgent.Obstacle {
            return correlated(obstacle.error as NSError, error.correlationID)
        }
        var info = ErrorDetails.userInfo(error, account: account)
        if let passed = BrokerErrors.passed(error, info) ?? SystemErrors.passed(error, info) { return passed }
        switch code(error, call) {
        case .named(let code):
            if code == .serverDeclinedScopes, let partial { info[MSALInvalidResultKey] = partial }
            // What the server said stays underneath where the code tells less than it does.
            if code == .interactionRequired, let server = error.server, !server.error.isEmpty {
                info[NSUnderlyingErrorKey] = underlying(error, server, info)
            } else if let cause = error.cause, !(cause is PartialGrant) {
                info[NSUnderlyingErrorKey] = cause as NSError
            }
            return NSError(domain: MSALErrorDomain, code: code.rawValue, userInfo: info)
        case .internal(let code):
            info[MSALInternalErrorCodeKey] = code.rawValue
            if let status = error.server?.status, status == 403 || status == 404,
                code == .internalErrorUnhandledResponse
            {
                info[NSUnderlyingErrorKey] = ErrorTranslation.error(
                    .internalErrorUnexpectedHttpResponse, "The server answered with HTTP \(status).")
            } else if let cause = error.cause {
                info[NSUnderlyingErrorKey] = cause as NSError
            }
            return NSError(domain: MSALErrorDomain, code: MSALError.internal.rawValue, userInfo: info)
        }
    }

    private static func underlying(
        _ error: AuthError, _ server: AuthError.ServerDetails, _ info: [String: Any]
    ) -> NSError {
        var info = info
        info[MSALInternalErrorCodeKey] = ErrorCodes.internalCode(ofOAuth: server).rawValue
        return NSError(domain: MSALErrorDomain, code: MSALError.internal.rawValue, userInfo: info)
    }

    private static func code(_ error: AuthError, _ call: Call) -> ErrorCodes.Delivered {
        if let code = BrokerErrors.code(of: error) { return code }
        if let server = error.server, let code = ErrorCodes.code(of: server, error.code, call) { return code }
        return ErrorCodes.code(of: error)
    }
}
