import KeyfobBrokerProtocol
import KeyfobCore

extension BrokerAccess {
    /// Where a sign-in failed because its page sends the person to a broker that is missing: leaves the request where the
    /// broker finds it when it is installed, and opens the place where it can be got. Any other failure leaves nothing.
    ///
    /// - Parameters:
    ///   - error: the failure.
    ///   - environment: its log is used.
    ///   - request: makes the request.
    ///   - state: what is kept of it.
    func leaveRequest(
        after error: AuthError, _ environment: ClientEnvironment,
        _ request: () throws(AuthError) -> BrokerRequest,
        state: (BrokerRequest) throws(BrokerFault) -> BrokerResumeState
    ) async {
        guard let link = (error.cause as? BrokerInstallation)?.link else { return }
        let request = try? request()
        // Without it nobody could read the answer, and the key that is in the request would lie there for nothing.
        if let request, let pasteboard, isKept(try? state(request)) {
            // The pasteboard says nothing of who has written it; what stands there is a hint to the broker and no more.
            let url = request.url(to: identity)
            await pasteboard.put("\(url)&sourceApplication=\(facts.bundleID ?? "")", on: "WPJ")
        }
        if await !opener.open(link, universalLinksOnly: false) {
            environment.log(
                .warning, "The place where the broker can be got could not be opened.",
                correlationID: request?.correlationID)
        }
    }

    private func isKept(_ state: BrokerResumeState?) -> Bool {
        guard let state else { return false }
        return (try? memory.keep(state.dictionary, as: BrokerResumeState.defaultsKey)) != nil
    }
}
