package import KeyfobBrokerProtocol
package import KeyfobCore
import KeyfobSetup

extension BrokerAccess {
    /// Leaves the request on the pasteboard if a sign-in failed because its page sends the user to a broker that is not
    /// installed, and opens the page where the broker can be installed. Any other error leaves nothing.
    ///
    /// - Parameters:
    ///   - error: the error.
    ///   - request: makes the request.
    ///   - state: makes the values of the request that are stored.
    ///   - log: gets a message, and the request's correlation id, if the page could not be opened.
    package func leaveRequest(
        after error: AuthError, _ request: () throws(AuthError) -> BrokerRequest,
        state: (BrokerRequest) throws(BrokerExchangeError) -> BrokerResumeState,
        log: (_ message: String, _ correlationID: String?) -> Void
    ) async {
        guard let link = (error.cause as? BrokerInstallation)?.link else { return }
        let request = try? request()
        // If the state cannot be stored, the response could not be decrypted, and the request's key would be left for
        // nothing.
        if let request, let pasteboard, isKept(try? state(request)) {
            // The pasteboard does not state its writer, so the broker treats the URL as a hint only.
            let url = request.url(to: identity)
            await pasteboard.put("\(url)&sourceApplication=\(facts.bundleID ?? "")", on: "WPJ")
        }
        if await !opener.open(link, universalLinksOnly: false) {
            log("The page to install the broker could not be opened.", request?.correlationID)
        }
    }

    private func isKept(_ state: BrokerResumeState?) -> Bool {
        guard let state else { return false }
        return (try? memory.keep(state.dictionary, as: BrokerResumeState.defaultsKey)) != nil
    }
}
