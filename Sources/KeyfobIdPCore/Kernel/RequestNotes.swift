import KeyfobBackport
import KeyfobIdPModel

/// What the operator learns about one request, collected while it is handled.
package final class RequestNotes: Sendable {
    private struct Content {
        var endpoint: Endpoint?
        var directory: Directory?
        var tenantSegment = ""
        var clientID: String?
        var tenantID: String?
        var errorCode: Int?
        var events: [SignInEvent] = []
    }

    private let content = Mutex(Content())

    /// The endpoint, once it is known.
    var endpoint: Endpoint? { content.withLock { $0.endpoint } }

    /// Begins an attempt at the request. What an earlier one has noted does not count.
    func begin(_ endpoint: Endpoint, _ directory: Directory? = nil, tenantSegment: String = "") {
        content.withLock {
            $0 = Content(endpoint: endpoint, directory: directory, tenantSegment: tenantSegment)
        }
    }

    /// Notes the number of an AADSTS error.
    func note(errorCode: Int) { content.withLock { $0.errorCode = errorCode } }

    /// Notes an entry of the sign-in log. A transaction may make one again.
    func note(_ event: SignInEvent, clientID: String?, tenantID: String?, errorCode: Int?) {
        content.withLock { content in
            if !content.events.contains(event) { content.events.append(event) }
            if let clientID { content.clientID = clientID }
            if let tenantID { content.tenantID = tenantID }
            if let errorCode { content.errorCode = errorCode }
        }
    }

    /// The request as its operator sees it.
    func handled(status: Int?, duration: Duration, correlationID: String, requestID: String) -> HandledRequest {
        let content = content.withLock { $0 }
        let directory = content.directory
        return HandledRequest(
            endpoint: content.endpoint, status: status, duration: duration, correlationID: correlationID,
            requestID: requestID,
            // A name that is not registered is the client's free text.
            clientID: content.clientID.flatMap { directory?.isApplication($0) == true ? $0 : nil },
            tenantID: content.tenantID ?? directory?.tenantID(named: content.tenantSegment),
            errorCode: content.errorCode, events: content.events)
    }
}
