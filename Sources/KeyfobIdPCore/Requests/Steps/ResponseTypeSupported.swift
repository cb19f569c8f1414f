import KeyfobOAuth

/// Only codes are issued: RFC 9700 section 2.1.2 warns of tokens in an address.
enum ResponseTypeSupported: AuthorizationStep {
    static func check(_ draft: inout AuthorizationDraft, _ directory: Directory) throws(OAuthError) {
        let types = Set(draft.request.responseType.split(separator: " "))
        if types == ["code"] { return }
        guard types.isSubset(of: ["code", "token", "id_token"]) else {
            throw OAuthError(70005, ["response_type": String(draft.request.responseType.prefix(64))])
        }
        throw OAuthError(types.contains("token") ? 700051 : 700054)
    }
}
