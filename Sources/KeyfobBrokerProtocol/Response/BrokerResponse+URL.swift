import KeyfobOAuth

extension BrokerResponse {
    /// Returns the URL that delivers the response to the app.
    ///
    /// - Parameters:
    ///   - request: the request of the response, which uses its redirect URI, its key and its nonce.
    ///   - pathComponent: the suffix of the redirect URI's path; MSAL.NET accepts only URLs that contain the word
    ///     `broker`.
    /// - Throws: ``BrokerExchangeError`` `decryptionFailed` if it cannot be encrypted.
    package func url(answering request: BrokerRequest, pathComponent: String = "broker") throws(BrokerExchangeError)
        -> String
    {
        var reply = self
        reply.nonce = request.nonce
        reply.correlationID = reply.correlationID ?? request.correlationID
        let parameters = try reply.parameters(request.dialect, key: request.key)
        let address = request.responseAddress
        let separator = address.hasSuffix("/") || pathComponent.isEmpty ? "" : "/"
        return "\(address)\(separator)\(pathComponent)?\(BrokerForm.encode(parameters))"
    }

    private func parameters(_ dialect: BrokerDialect, key: BrokerKey) throws(BrokerExchangeError) -> FormParameters {
        var out = FormParameters()
        if dialect == .adal, case .failure(let failure) = outcome {
            var members = failure.plainMembers
            members["correlation_id"] = correlationID
            members["x-broker-app-ver"] = failure.brokerVersion ?? brokerVersion
            members["broker_nonce"] = nonce
            if var tokens = additionalTokens?.members {
                tokens["broker_nonce"] = nonce
                let sealed = try SealedResponseCodec.seal(Self.plain(tokens), with: key)
                members["intune_mam_token"] = sealed.response
                members["intune_mam_token_hash"] = sealed.hash
            }
            out = members.parameters
        } else {
            let sealed = try SealedResponseCodec.seal(Self.plain(members(dialect)), with: key)
            out.set("response", sealed.response)
            out.set("hash", sealed.hash)
        }
        out.set("msg_protocol_ver", String(dialect.version))
        return out
    }

    private static func plain(_ members: BrokerMembers) -> [UInt8] {
        Array(BrokerForm.encode(members.parameters).utf8)
    }
}
