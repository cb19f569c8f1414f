import KeyfobBackport
public import KeyfobBrokerClient
import KeyfobBrokerProtocol
import KeyfobCore
import KeyfobOAuth

extension ScriptedBroker: SingleSignOnExtension {
    /// Available for every provider, if it is the extension.
    public func isAvailable(for url: String) async -> Bool { hasExtension }

    /// Responds to a request.
    package func perform(
        _ operation: String, options: [String: String], at url: String, mayInteract: Bool
    ) async throws(SingleSignOnError) -> [String: String] {
        guard hasExtension, let operation = SingleSignOnOperation(rawValue: operation),
            let request = try? SingleSignOnRequest(operation, options)
        else { throw .notHandled }
        state.withLock { $0.extensionRequests.append(request) }
        let behavior = behavior
        if let failure = behavior.extensionFailure { throw failure }
        var content = await content(request, failing: behavior.failure)
        if case .tokens(var reply) = content {
            reply.device = behavior.device
            behavior.edit?(&reply)
            content = .tokens(reply)
        }
        return SingleSignOnResponse(operation, content, device: behavior.device, brokerVersion: "1.0").dictionary
    }

    private func content(
        _ request: SingleSignOnRequest, failing failure: BrokerResponseError?
    ) async -> SingleSignOnResponse.Content {
        if let failure, request.operation == .login || request.operation == .refresh {
            return .tokens(BrokerResponse(.failure(failure)))
        }
        return switch request.content {
        case .login(let wish): .tokens(await signIn(ScriptedSignIn(wish), dialect: .msal))
        case .refresh(let wish): .tokens(await refresh(ScriptedSignIn(wish)))
        case .accounts(let query), .defaultAccount(let query): .accounts(accounts(of: query.clientID))
        case .removeAccount(let removal), .signOut(let removal): remove(removal)
        case .deviceInfo: .done
        case .cookies: .cookies(SingleSignOnCookies())
        }
    }

    private func accounts(of clientID: String?) -> [BrokerAccount] {
        let isShared = behavior.device.isShared
        return state.withLock { state in
            var listed: [BrokerAccount] = []
            for known in state.accounts where isShared || clientID == nil || known.clientID == clientID {
                if !listed.contains(known.account) { listed.append(known.account) }
            }
            return listed
        }
    }

    /// On a shared device every user's sign-in ends, and so does the browser's session.
    private func remove(_ removal: SingleSignOnRemoval) -> SingleSignOnResponse.Content {
        let isShared = behavior.device.isShared
        state.withLock { state in
            state.accounts.removeAll { known in
                let isMeant = removal.homeAccountID.map { $0 == known.account.homeAccountID } ?? true
                return isMeant && (isShared || removal.wipesAccount || known.clientID == removal.clientID)
            }
        }
        if isShared || removal.signsOutOfBrowser { userAgent.cookies = CookieJar() }
        return .done
    }
}
