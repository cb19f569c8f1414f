import KeyfobCore
import KeyfobFlows
import KeyfobOAuth

extension FlowAction {
    /// A short form of the action, for comparing.
    var summary: String {
        switch self {
        case .present: "present"
        case .send(let request): "send \(request.url.path.split(separator: "/").last ?? "")"
        case .discover(let authority): "discover \(authority)"
        case .replaceRefreshToken: "replace refresh token"
        case .fetchKeys(let refresh): refresh ? "fetch keys afresh" : "fetch keys"
        case .prompt: "prompt"
        case .wait(let seconds): "wait \(Int(seconds))"
        case .finish: "finish"
        case .fail(let error): "fail \(error.code)"
        }
    }
}

extension [FlowAction] {
    var summary: [String] { map(\.summary) }

    var error: AuthError? {
        for case .fail(let error) in self { return error }
        return nil
    }

    var result: FlowResult? {
        for case .finish(let result) in self { return result }
        return nil
    }

    var request: HTTPRequest? {
        for case .send(let request) in self { return request }
        return nil
    }

    var page: HTTPURL? {
        for case .present(let url) in self { return url }
        return nil
    }
}
