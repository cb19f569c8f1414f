import Foundation
import KeyfobClient
import KeyfobCore

/// Converts the SDK's errors to MSAL's `NSError`s.
enum ErrorTranslation {
    /// The call during which an error occurred. For a silent call most server errors become `interactionRequired`.
    enum Call {
        case silent
        case interactive
        case other
    }

    /// An error that this module raises, under ``MSALError/internal``.
    static func error(_ code: MSALInternalError, _ description: String) -> NSError {
        NSError(
            domain: MSALErrorDomain, code: MSALError.internal.rawValue,
            userInfo: [
                MSALInternalErrorCodeKey: code.rawValue, MSALErrorDescriptionKey: description,
                NSLocalizedDescriptionKey: description,
            ])
    }

    /// Runs the part of a call before the first request, and adds the correlation id to its errors.
    ///
    /// - Parameter id: the call's correlation id.
    static func correlating<R>(_ id: UUID, _ body: () throws -> R) throws -> R {
        do {
            return try body()
        } catch {
            throw correlated(error as NSError, id.uuidString.lowercased())
        }
    }

    /// Returns the error with a correlation id, which is added if it has none.
    private static func correlated(_ error: NSError, _ id: String?) -> NSError {
        guard let id, error.domain == MSALErrorDomain, error.userInfo[MSALCorrelationIDKey] == nil else { return error }
        return NSError(
            domain: error.domain, code: error.code,
            userInfo: error.userInfo.merging([MSALCorrelationIDKey: id]) { own, _ in own })
    }

    /// Runs `body` and rethrows its errors as MSAL's.
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
    ///   - error: the SDK's error.
    ///   - call: the call during which it occurred.
    ///   - account: the account of the requested token, if known.
    ///   - partial: with declined scopes, the `MSALResult` with the granted ones.
    static func translate(
        _ error: AuthError, during call: Call, account: Account? = nil, partial: Any? = nil
    ) -> NSError {
        if let obstacle = error.cause as? ObstructedUserAgent.Obstacle {
            return correlated(obstacle.error as NSError, error.correlationID)
        }
        var info = ErrorDetails.userInfo(error, account: account)
        if let passed = BrokerErrors.passed(error, info) ?? SystemErrors.passed(error, info) { return passed }
        switch code(error, call) {
        case .named(let code):
            if code == .serverDeclinedScopes, let partial { info[MSALInvalidResultKey] = partial }
            // The server's error becomes the underlying one where the code is less specific.
            if code == .interactionRequired, let server = error.server, !server.error.isEmpty {
                info[NSUnderlyingErrorKey] = underlying(error, server, info)
            } else if let cause = error.cause, !(cause is PartialGrant) {
                info[NSUnderlyingErrorKey] = cause as NSError
            }
            return NSError(domain: MSALErrorDomain, code: code.rawValue, userInfo: info)
        case .numbered(let code):
            info[MSALInternalErrorCodeKey] = code.rawValue
            return NSError(domain: MSALErrorDomain, code: MSALError.internal.rawValue, userInfo: info)
        case .internal(let code):
            info[MSALInternalErrorCodeKey] = code.rawValue
            if let status = error.server?.status, status == 403 || status == 404,
                code == .internalErrorUnhandledResponse
            {
                info[NSUnderlyingErrorKey] = ErrorTranslation.error(
                    .internalErrorUnexpectedHttpResponse, "The server returned HTTP \(status).")
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
        switch ErrorCodes.oauthCode(of: server) {
        case .named(let code): return NSError(domain: MSALErrorDomain, code: code.rawValue, userInfo: info)
        case .numbered(let code): info[MSALInternalErrorCodeKey] = code.rawValue
        case .internal(let code): info[MSALInternalErrorCodeKey] = code.rawValue
        }
        return NSError(domain: MSALErrorDomain, code: MSALError.internal.rawValue, userInfo: info)
    }

    private static func code(_ error: AuthError, _ call: Call) -> ErrorCodes.Delivered {
        if let code = BrokerErrors.code(of: error) { return code }
        if let server = error.server, let code = ErrorCodes.code(of: server, error.code, call) { return code }
        return ErrorCodes.code(of: error)
    }
}
