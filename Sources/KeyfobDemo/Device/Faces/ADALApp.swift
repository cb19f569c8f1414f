#if Server
import ADAL
import Foundation
import Keyfob
import KeyfobDeviceClient
import KeyfobDeviceProtocol
import KeyfobTesting

/// An app of the demo on ADAL's classes.
final class ADALApp: DeviceFace {
    private let ground: AppGround
    private let context: ADAuthenticationContext
    private let redirect: URL

    init(_ ground: AppGround) throws {
        self.ground = ground
        let configuration = ground.configuration
        let device = ground.device
        let client = try ClientConfiguration(
            clientID: configuration.clientID, accessGroup: AccessGroup(configuration.accessGroup))
        var environment = try ground.environment(
            of: client, transport: KnownProviderTransport(base: ground.transport, authority: configuration.authority))
        try environment.useADALKeychain(DeviceKeychain(device), sharedGroup: configuration.accessGroup)
        let host = ADHost(bundle: ground.broker.facts)
        var error: ADAuthenticationError?
        guard
            let context = ADAuthenticationContext(
                authority: configuration.authority, environment: environment, host: host, error: &error)
        else { throw error ?? ADAuthenticationError(code: .ERROR_UNEXPECTED) }
        switch configuration.credentialsType {
        case "auto": context.credentialsType = AD_CREDENTIALS_AUTO
        case "embedded": context.credentialsType = AD_CREDENTIALS_EMBEDDED
        default: break
        }
        self.context = context
        guard let redirect = URL(string: configuration.redirectURI) else {
            throw AuthError.configuration("The redirect URI \(configuration.redirectURI) is not a URL.")
        }
        self.redirect = redirect
    }

    func handOn(_ opened: OpenedURL) -> Bool {
        guard let url = URL(string: opened.url) else { return false }
        return ADAuthenticationContext.handleADALResponse(url, sourceApplication: opened.sourceApplication)
    }

    func perform(_ verb: String, _ request: JSONValue) async throws -> JSONValue {
        switch verb {
        case "sign-in": return await signIn(request)
        case "call":
            return describe(
                await context.acquireTokenSilent(
                    withResource: resource, clientId: ground.configuration.clientID, redirectUri: redirect,
                    userId: request["user"]?.stringValue, forceRefresh: request["force"]?.boolValue ?? false))
        case "time-passes": return await ground.passTime()
        case "visits": return ground.shownPages
        default: throw AuthError.configuration("The app did not understand the request.")
        }
    }

    private func signIn(_ request: JSONValue) async -> JSONValue {
        ground.setUser(request)
        let view = ground.view(request)
        context.webView = view
        // Even with a cached token: the test checks which component prompts the person.
        let result = await context.acquireTokenInteractive(
            withResource: resource, clientId: ground.configuration.clientID, redirectUri: redirect,
            promptBehavior: AD_PROMPT_AUTO,
            userIdentifier: request["user"]?.stringValue.flatMap { ADUserIdentifier(id: $0) },
            extraQueryParameters: nil, claims: nil)
        var answer = describe(result).objectValue ?? [:]
        answer["view_visits"] = .integer(Int64(view?.visits.count ?? 0))
        return .object(answer)
    }

    /// ADAL requests a whole API: the part before the first scope's name.
    private var resource: String {
        let parts = (ground.configuration.scopes.first ?? "").split(separator: "/", omittingEmptySubsequences: false)
        return parts.dropLast().joined(separator: "/")
    }

    private func describe(_ result: ADAuthenticationResult) -> JSONValue {
        guard let error = result.error else {
            return [
                "ok": true, "user": .string(result.tokenCacheItem?.userInformation?.userId ?? ""),
                "authorization": .string(result.accessToken ?? ""),
            ]
        }
        var members = error.authError.flatMap { AppProcess.describe($0).objectValue } ?? [:]
        members["ok"] = false
        members["domain"] = .string(error.domain)
        members["number"] = .integer(Int64(error.code))
        members["protocol_code"] = error.protocolCode.map { .string($0) } ?? .null
        members["message"] = .string(error.errorDetails ?? "")
        members["finding"] = (error.authError?.cause as? SetupFinding).map { .string($0.code.rawValue) } ?? .null
        return .object(members)
    }
}
#endif
