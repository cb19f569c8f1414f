import KeyfobCore
import KeyfobIdPModel
import KeyfobOAuth

/// `POST /T/oauth2/v2.0/devicecode` (RFC 8628 section 3.1).
enum DeviceCodeEndpoint {
    static func answer(_ context: RequestContext) async throws -> HTTPResponse {
        let request = try DeviceAuthorizationRequest(parsing: try context.form())
        let segment = try TenantSegment(context.tenantSegment, in: context.directory, app: request.clientID)
        guard segment.policy == nil else {
            throw OAuthError(
                70003, ["grant_type": "urn:ietf:params:oauth:grant-type:device_code"],
                detail: "policies do not support device codes")
        }
        var authorization = AuthorizationRequest(
            clientID: request.clientID, redirectURI: nil, scopes: request.scopes)
        authorization.resource = request.resource
        var draft = AuthorizationDraft(
            request: authorization, segment: segment, dialect: context.dialect, context)
        try AuthorizationSteps.run(&draft, at: .devicecode, context.directory)
        let code = context.random.token(byteCount: 48)
        let userCode = UserCode.make(context.random)
        var begun = DeviceCodeGrant(
            codeHash: TokenHash.of(code), userCodeHash: UserCode.hash(userCode),
            clientID: draft.client?.appID ?? request.clientID, tenantSegment: segment.key,
            dialect: context.dialect.rawValue, scopes: request.scopes.values, resource: request.resource,
            expiresAt: context.now + context.configuration.deviceCodeLifetime)
        begun.address = context.network
        let device = begun
        let entry = context.entry(.deviceCodeStarted, clientID: device.clientID, scopes: device.scopes)
        try await context.transaction { transaction in
            try transaction.put(device)
            try transaction.append([entry])
        }
        let page = "\(context.origin)/common/oauth2/deviceauth"
        let response = DeviceAuthorizationResponse(
            deviceCode: Secret(code), userCode: userCode, verificationURI: page,
            expiresIn: context.configuration.deviceCodeLifetime, interval: device.interval,
            message: "To sign in, use a web browser to open the page \(page) and enter the code \(userCode) "
                + "to authenticate.")
        return .json(response.json(context.dialect))
    }
}
