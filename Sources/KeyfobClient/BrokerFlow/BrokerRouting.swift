import KeyfobBrokerClient
import KeyfobBrokerProtocol
import KeyfobCore
import KeyfobOAuth
import KeyfobSetup

/// Finds out which brokers a call can use, and in which order.
struct BrokerRouting: ClientPart {
    let context: ClientContext

    /// Decides the order in which a call tries a broker and the app itself. The system is not asked about brokers if
    /// the app has turned them off.
    ///
    /// - Throws: `configuration`, caused by a ``SetupFinding``, if the app is not set up for the broker that it would
    ///   open.
    func brokerRoute(
        _ use: BrokerUse?, at authority: Authority, mayInteract: Bool
    ) async throws(AuthError) -> BrokerRoute {
        BrokerRoute(try await gatherInputs(use, at: authority, mayInteract: mayInteract))
    }

    /// Gathers what the route depends on: each fact only if those before it leave the route open.
    private func gatherInputs(
        _ use: BrokerUse?, at authority: Authority, mayInteract: Bool
    ) async throws(AuthError) -> BrokerInputs {
        var inputs = brokerInputs(use, at: authority, mayInteract: mayInteract)
        guard let access = environment.broker, inputs.refusal == nil else { return inputs }
        let hasExtension = await access.singleSignOn?.isAvailable(for: authority.singleSignOnURL) ?? false
        inputs.hasExtension = hasExtension
        if inputs.needsStatement, hasExtension {
            let device = try? await deviceInformation(correlationID: environment.random.uuid())
            inputs.otherAccountKinds = device?.otherAccountKinds ?? []
        }
        guard inputs.isBrokered, mayInteract else { return inputs }
        if let fault = BrokerSetup.fault(inputs) { throw fault.authError }
        if access.facts.platform == .iOS, !access.facts.isAppExtension {
            inputs.presence = await .detect(
                access.facts, dialect: inputs.dialect, schemes: access.identity.schemes, opener: access.opener)
        }
        return inputs
    }

    func brokerInputs(_ use: BrokerUse?, at authority: Authority, mayInteract: Bool) -> BrokerInputs {
        let isWanted = environment.broker?.isWanted() ?? true
        var inputs = BrokerInputs(
            use: isWanted ? use ?? configuration.brokerUse : .never, facts: environment.broker?.facts,
            redirectURI: configuration.redirectURI.value, authority: authority)
        inputs.schemes = environment.broker?.identity.schemes ?? .microsoft
        inputs.mayInteract = mayInteract
        return inputs
    }

    /// Returns the broker's information about the device.
    func deviceInformation(correlationID: String?) async throws(AuthError) -> BrokerDeviceInfo {
        guard let access = environment.broker, access.isWanted(), configuration.brokerUse == .automatic else {
            return BrokerDeviceInfo()
        }
        let id = correlationID ?? environment.random.uuid()
        let request = SingleSignOnRequest(.deviceInfo, correlationID: id, app: access.app)
        switch await access.ask(request, at: configuration.authority) {
        case .reply(let reply):
            if case .failure(let failure) = reply.content {
                throw failure.authError(correlationID: id, during: .silent)
            }
            return reply.device
        case .notHandled: return BrokerDeviceInfo()
        case .failure(let error): throw error
        }
    }

    /// Whether the operating system has a single sign-on extension for the provider of the app's authority, and the
    /// app's environment reaches it.
    func hasSingleSignOnExtension() async -> Bool {
        await environment.broker?.singleSignOn?.isAvailable(for: configuration.authority.singleSignOnURL) ?? false
    }
}
