import KeyfobBrokerClient
import KeyfobBrokerProtocol
import KeyfobCache
import KeyfobCore
import KeyfobOAuth

/// The accounts of the device: those of the app, and those that only the broker has signed in.
struct DeviceAccounts: ClientPart {
    let context: ClientContext
    let clientStore: ClientStore
    let accountList: AccountList
    let routing: BrokerRouting

    /// The accounts that this app can get tokens for, including those that only the broker has signed in.
    func accountsFromDevice(_ query: AccountQuery) async throws(AuthError) -> [Account] {
        let local = try accountList.accounts(query)
        let listed = await brokerAccounts(onlySignedIn: query.onlySignedIn)?.accounts ?? []
        let others = try unknown(listed.filter(query.matches), besides: local)
        return (local + others).sorted { ($0.username ?? "").lowercased() < ($1.username ?? "").lowercased() }
    }

    /// Those of the accounts that are not in a list and were not removed in this app.
    func unknown(_ accounts: [Account], besides local: [Account]) throws(AuthError) -> [Account] {
        let hidden = Set(try clientStore.hiddenAccounts.map { $0.homeAccountID.lowercased() })
        return accounts.filter { account in
            !hidden.contains(account.identifier.lowercased()) && !local.contains { $0.isSameAccount(as: account) }
        }
    }

    /// The accounts that the broker lists, and whether its device is shared by several users; nil if there is no
    /// broker, or it fails.
    func brokerAccounts(onlySignedIn: Bool) async -> (accounts: [Account], isSharedDevice: Bool)? {
        guard let access = environment.broker else { return nil }
        let correlationID = environment.random.uuid()
        guard
            let route = try? await routing.brokerRoute(nil, at: configuration.authority, mayInteract: false),
            route.steps.first == .singleSignOn
        else { return nil }
        let family = (try? clientStore.appMetadata(at: configuration.authority))?.familyID
        let query = SingleSignOnAccountsQuery(
            clientID: configuration.clientID, familyID: family, signedInOnly: onlySignedIn)
        let request = SingleSignOnRequest(.accounts(query), correlationID: correlationID, app: access.app)
        switch await access.ask(request, at: configuration.authority) {
        case .reply(let reply):
            if case .accounts(let accounts) = reply.content {
                return (Self.accounts(accounts), reply.device.isShared)
            }
            log(.warning, "The broker did not list its accounts.", correlationID: correlationID)
            return nil
        case .notHandled: return nil
        case .failure(let error):
            log(.warning, "The broker did not list its accounts: \(error.code).", correlationID: correlationID)
            return nil
        }
    }

    /// Makes one account for each identifier, with a profile for each tenant.
    private static func accounts(_ listed: [BrokerAccount]) -> [Account] {
        var order: [String] = []
        var groups: [String: [BrokerAccount]] = [:]
        for account in listed {
            let identifier = account.homeAccountID.lowercased()
            if groups[identifier] == nil { order.append(identifier) }
            groups[identifier, default: []].append(account)
        }
        return order.compactMap { identifier in
            guard let group = groups[identifier] else { return nil }
            let profiles = group.compactMap { account in
                account.realm.map { realm in
                    TenantProfile(
                        identifier: account.localAccountID ?? "", tenantID: realm,
                        isHomeTenant: identifier.hasSuffix(".\(realm.lowercased())"), claims: account.claims)
                }
            }
            let home = group.first { account in
                account.realm.map { identifier.hasSuffix(".\($0.lowercased())") } ?? false
            }
            guard let main = home ?? group.first else { return nil }
            return Account(
                identifier: identifier, username: main.username, environment: main.environment,
                tenantProfiles: profiles.sorted { $0.isHomeTenant && !$1.isHomeTenant })
        }
    }
}
