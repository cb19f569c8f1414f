import KeyfobCore
import KeyfobCrypto
import KeyfobFlows
import KeyfobOAuth

/// Registers the device in tenants.
struct DeviceRegistrar: Sendable {
    let core: BrokerCore

    /// The scope of the token for the registration service.
    static let scope = "\(RegistrationDiscovery.resourceURI)/.default"

    /// Registers the device in an account's home tenant, with new keys for that tenant.
    ///
    /// - Parameters:
    ///   - account: the account that registers it.
    ///   - token: an access token of the account for the registration service.
    /// - Returns: the registration; the caller stores it.
    /// - Throws: ``AuthError``: `deviceRegistrationRequired` if the tenant refuses, `network`, `invalidResponse`.
    func register(_ account: VaultAccount, token: Secret<String>) async throws(AuthError) -> DeviceRegistration {
        let discovery = try await discover(account)
        let key = AsymmetricKey.p256(P256PrivateKey())
        let transportKey = AsymmetricKey.p256(P256PrivateKey())
        let configuration = core.configuration
        guard
            let join = try? DeviceJoinRequest(
                key: key, transportKey: transportKey.publicKey, displayName: configuration.deviceName,
                deviceType: configuration.deviceType, systemVersion: configuration.systemVersion,
                targetDomain: account.username.split(separator: "@").last.map(String.init) ?? account.tenantID)
        else { throw .cannotSign }
        var request = HTTPRequest(
            method: .post,
            url: discovery.joinEndpoint.with(path: discovery.joinEndpoint.path, query: "api-version=2.0"),
            fields: ["Content-Type": "application/json", "Accept": "application/json"], body: join.json.bytes())
        request.fields.set("Authorization", "Bearer \(token.reveal())")
        let response = try await send(request)
        guard response.isSuccess else { throw .registrationRefused(response) }
        let answer: DeviceJoinResponse
        do throws(MessageError) { answer = try DeviceJoinResponse(parsing: response.body) } catch {
            throw AuthError(error)
        }
        guard let deviceKey = try? DeviceKey(key: key, certificate: answer.certificate),
            deviceKey.certificate.tenantID.map({ $0.lowercased() == account.tenantID }) ?? true
        else {
            throw AuthError(
                .invalidResponse, origin: .server,
                message: "The registration service returned a certificate for another key or tenant.",
                remedy: "Check which host registers devices; nothing was kept.")
        }
        return DeviceRegistration(
            tenantID: account.tenantID, environment: account.environment, deviceKey: deviceKey,
            transportKey: transportKey)
    }

    private func discover(_ account: VaultAccount) async throws(AuthError) -> RegistrationDiscovery {
        guard let origin = origin(of: account) else {
            throw .configuration("The host that registers devices is malformed.")
        }
        let response = try await send(.get(RegistrationDiscovery.url(origin: origin, domain: account.tenantID)))
        guard response.status == 200 else { throw .registrationRefused(response) }
        do throws(MessageError) {
            let discovery = try RegistrationDiscovery(parsing: response.body)
            // The user's token is sent to that host only.
            guard discovery.joinEndpoint.hostAndPort == origin.hostAndPort else {
                throw MessageError("The registration service names another host as its own.")
            }
            return discovery
        } catch {
            throw AuthError(error)
        }
    }

    private func origin(of account: VaultAccount) -> HTTPURL? {
        let host = account.environment
        if let named = core.configuration.registrationHosts[host] { return HTTPURL("https://\(named)/") }
        let isPublic = Cloud.worldwide.aliases.contains(host)
        return HTTPURL("https://\(isPublic ? "enterpriseregistration.windows.net" : host)/")
    }

    private func send(_ request: HTTPRequest) async throws(AuthError) -> HTTPResponse {
        do throws(TransportError) {
            return try await core.environment.transport.send(request)
        } catch {
            throw AuthError(error)
        }
    }
}

extension AuthError {
    fileprivate static func registrationRefused(_ response: HTTPResponse) -> AuthError {
        let json = try? JSONValue(parsing: response.body)
        let said =
            json?["error_description"]?.stringValue ?? json?["Message"]?.stringValue ?? json?["message"]?.stringValue
        return AuthError(
            .deviceRegistrationRequired, origin: .server,
            message: "The organization did not register this device (HTTP \(response.status))"
                + (said.map { ": \($0.prefix(300))" } ?? "."),
            remedy: "Ask the administrator whether users may register devices, and how many.",
            server: ServerDetails(error: json?["error"]?.stringValue ?? "", status: response.status))
    }
}
