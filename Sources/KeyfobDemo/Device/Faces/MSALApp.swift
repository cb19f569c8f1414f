#if Server
import Foundation
import Keyfob
import KeyfobDeviceProtocol
import KeyfobTesting
import MSAL

/// An app of the demo on MSAL's classes, as in its guides: its code does not mention brokers.
final class MSALApp: DeviceFace {
    private let ground: AppGround
    private let application: MSALPublicClientApplication

    init(_ ground: AppGround) throws {
        self.ground = ground
        let configuration = ground.configuration
        guard let address = URL(string: configuration.authority) else {
            throw AuthError.configuration("The app's authority is no URL.")
        }
        let settings = MSALPublicClientApplicationConfig(
            clientId: configuration.clientID, redirectUri: configuration.redirectURI,
            authority: try MSALAADAuthority(url: address))
        settings.bundleFacts = ground.broker.facts
        settings.cacheConfig.keychainSharingGroup = configuration.accessGroup
        if !configuration.usesBroker { MSALGlobalConfig.brokerAvailability = .none }
        application = try MSALPublicClientApplication(configuration: settings) { client throws(AuthError) in
            try ground.environment(of: client)
        }
    }

    func handOn(_ opened: OpenedURL) -> Bool {
        guard let url = URL(string: opened.url) else { return false }
        return MSALPublicClientApplication.handleMSALResponse(url, sourceApplication: opened.sourceApplication)
    }

    func perform(_ verb: String, _ request: JSONValue) async throws -> JSONValue {
        do {
            return try await act(verb, request)
        } catch let error as AuthError {
            throw error
        } catch {
            return Self.describe(error as NSError)
        }
    }

    private func act(_ verb: String, _ request: JSONValue) async throws -> JSONValue {
        switch verb {
        case "sign-in": return try await signIn(request)
        case "call":
            let parameters = MSALSilentTokenParameters(
                scopes: ground.configuration.scopes, account: try account(request))
            parameters.forceRefresh = request["force"]?.boolValue ?? false
            return describe(try await application.acquireTokenSilent(with: parameters))
        case "accounts":
            return ["ok": true, "accounts": .strings(try application.allAccounts().compactMap(\.username).sorted())]
        case "wipe":
            for account in try application.allAccounts() { try application.remove(account) }
            return ["ok": true]
        case "time-passes": return await ground.passTime()
        case "visits": return ground.shownPages
        default: throw AuthError.configuration("The app did not understand the request.")
        }
    }

    private func signIn(_ request: JSONValue) async throws -> JSONValue {
        ground.setUser(request)
        let page = MSALWebviewParameters()
        let view = ground.view(request)
        if let view {
            page.webviewType = .wkWebView
            page.pageRenderer = { view }
        }
        let parameters = MSALInteractiveTokenParameters(
            scopes: ground.configuration.scopes, webviewParameters: page)
        parameters.loginHint = request["user"]?.stringValue
        parameters.promptType = .promptIfNecessary
        var answer = describe(try await application.acquireToken(with: parameters)).objectValue ?? [:]
        answer["view_visits"] = .integer(Int64(view?.visits.count ?? 0))
        return .object(answer)
    }

    private func account(_ request: JSONValue) throws -> MSALAccount {
        let name = request["user"]?.stringValue
        let found = try application.allAccounts().first { name == nil || $0.username == name }
        guard let found else { throw AuthError(.interactionRequired, origin: .app, message: "No sign-in found.") }
        return found
    }

    private func describe(_ result: MSALResult) -> JSONValue {
        [
            "ok": true, "user": .string(result.account.username ?? ""),
            "authorization": .string(result.accessToken),
        ]
    }

    /// MSAL's error, and the client's error underneath.
    static func describe(_ error: NSError) -> JSONValue {
        let core = error.userInfo[MSALAuthErrorKey] as? AuthError
        var members = core.flatMap { AppProcess.describe($0).objectValue } ?? [:]
        members["ok"] = false
        members["domain"] = .string(error.domain)
        members["number"] = .integer(Int64(error.code))
        members["internal"] = (error.userInfo[MSALInternalErrorCodeKey] as? Int).map { .integer(Int64($0)) } ?? .null
        members["message"] = .string(
            error.userInfo[MSALErrorDescriptionKey] as? String ?? error.localizedDescription)
        return .object(members)
    }
}
#endif
