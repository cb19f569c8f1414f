import Foundation
import KeyfobBrokerProtocol
import KeyfobCore
import KeyfobFlows
import KeyfobOAuth
import Testing

@testable import KeyfobBrokerCore

/// A run of ``InteractiveFlow`` with events alone.
struct FlowRun {
    static let ada = account(Contoso.ada, "ada")
    static let grace = account(Contoso.grace, "grace")

    private static func account(_ username: String, _ id: String) -> VaultAccount {
        VaultAccount(
            homeAccountID: "\(id).\(Contoso.tenantID)", username: username, environment: Contoso.host,
            tenantID: Contoso.tenantID, kind: .work, localAccountID: id)
    }

    let order: BrokerTokenRequest
    var flow: InteractiveFlow
    var state = BrokerState(applicationTokenKey: Secret([]))
    var hasCookies = false
    /// The last action.
    var last: SignInAction?

    init(
        isVerified: Bool = true, _ configure: (inout BrokerConfiguration) -> Void = { _ in },
        request change: (inout BrokerRequest) -> Void = { _ in }
    ) throws {
        order = try BrokerTokenRequest(
            try BrokeredApp.a.request(change),
            app: RequestingApp(name: "A", bundleID: "test.contoso.a", isVerified: isVerified), caller: nil)
        var configuration = BrokerConfiguration()
        configure(&configuration)
        flow = InteractiveFlow(order, configuration, environment: Contoso.host) { $0.hostAndPort == Contoso.host }
    }

    /// Sends an event, and returns the action in words; nil if there is none.
    mutating func send(_ event: SignInEvent) -> String? {
        guard let action = flow.handle(event, seeing: SignInFacts(state: state, hasCookies: hasCookies)) else {
            return nil
        }
        last = action
        return action.summary
    }

    /// Submits the broker's page.
    mutating func submit(_ name: String, _ value: String) -> String? {
        send(.submitted(PageSubmission(action: "answer", isPost: true, fields: [(name, value)])))
    }

    /// The tokens that the provider issues without a page.
    var tokens: BrokerTokenResponse {
        BrokerTokenResponse(
            accessToken: Secret("T"), expiresOn: 1, scopes: order.scopes, homeAccountID: Self.ada.homeAccountID,
            username: Contoso.ada, authority: order.authority)
    }

    /// The response at the end of the provider's pages.
    var result: FlowResult {
        var response = TokenResponse()
        response.accessToken = Secret("T")
        return FlowResult(
            response: response, idToken: nil, authority: order.authority, requestedScopes: order.scopes,
            receivedAt: Date(timeIntervalSince1970: 0), correlationID: "C")
    }

    /// The request of the pages that were opened last.
    var pages: (parameters: CodeFlowParameters, identity: WebIdentity)? {
        switch last {
        case .perform(.openPages(let parameters, let identity, _)): (parameters, identity)
        case .perform(.openSystemBrowser(let parameters)): (parameters, WebIdentity())
        default: nil
        }
    }
}

extension SignInAction {
    /// The action in words.
    var summary: String {
        switch self {
        case .finish(let answer): "finish \(answer.username)"
        case .fail(let error): "fail \(error.code.rawValue)"
        case .perform(let step): step.summary
        }
    }
}

extension SignInStep {
    fileprivate var summary: String {
        switch self {
        case .show(let page):
            "show \(page.html.split(separator: "data-page=\"").last?.prefix { $0 != "\"" } ?? "")"
        case .storeConsent(let account): "consent \(account.localAccountID)"
        case .remember(let account): "remember \(account.localAccountID)"
        case .signInForBroker(let request):
            "sign in for the broker: \(request.account?.localAccountID ?? "anyone")"
                + (request.prompt.map { ", \($0.rawValue)" } ?? "") + (request.replacesRegistration ? ", again" : "")
        case .fetchTokens(let account): "fetch \(account.localAccountID)"
        case .openPages(let parameters, _, let certificate):
            "open pages" + (parameters.prompt.map { ", \($0.rawValue)" } ?? "")
                + (certificate.map { ", certificate \($0.name)" } ?? "")
        case .goOn(.reload, _): "reload"
        case .goOn(.open(let url), _): "open \(url.path)"
        case .listCertificates(let provider): "list certificates for \(provider)"
        case .openSystemBrowser: "open the system's browser"
        case .save(_, let account): "save \(account.localAccountID)"
        }
    }
}
