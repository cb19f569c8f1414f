#if Server
import KeyfobBackport
package import KeyfobCore
package import KeyfobOAuth

/// A transport that shows each request, and its response or failure.
package final class TracingTransport: HTTPTransport {
    private let base: any HTTPTransport
    private let log: DiagnosticLog
    private let clientSecret: Secret<String>?
    /// The number of requests: several may run at the same time.
    private let count = Mutex(0)

    /// Shows what is sent through another transport.
    ///
    /// - Parameter clientSecret: the client's secret, which a response must not repeat on the terminal.
    package init(_ base: any HTTPTransport, _ log: DiagnosticLog, clientSecret: Secret<String>?) {
        self.base = base
        self.clientSecret = clientSecret
        self.log = log
    }

    package func send(_ request: HTTPRequest) async throws(TransportError) -> HTTPResponse {
        let number = count.withLock { count in
            count += 1
            return count
        }
        log.write("request \(number): \(TracedMessage.text(of: request))")
        do {
            let response = try await base.send(request)
            log.write(
                "response \(number): \(TracedMessage.text(of: response, to: request, clientSecret: clientSecret))")
            return response
        } catch {
            log.write("request \(number) failed: \(Output.name("\(error)"))")
            throw error
        }
    }
}
#endif
