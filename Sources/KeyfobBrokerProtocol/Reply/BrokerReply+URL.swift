import KeyfobOAuth

extension BrokerReply {
    /// Returns the URL that delivers the reply to the app.
    ///
    /// - Parameters:
    ///   - request: the request that it answers: the reply uses its redirect URI, its key and its nonce.
    ///   - pathComponent: the suffix of the redirect URI's path; MSAL.NET accepts only URLs that contain the word
    ///     `broker`.
    /// - Throws: ``BrokerFault`` `decryptionFailed` if it cannot be encrypted.
    package func url(answering request: BrokerRequest, pathComponent: String = "broker") throws(BrokerFault) -> String {
        var reply = self
        reply.nonce = request.nonce
        reply.correlationID = reply.correlationID ?? request.correlationID
        let parameters = try reply.parameters(request.dialect, key: request.key)
        let address = request.replyAddress
        let separator = address.hasSuffix("/") || pathComponent.isEmpty ? "" : "/"
        return "\(address)\(separator)\(pathComponent)?\(BrokerForm.encode(parameters))"
    }

    private func parameters(_ dialect: BrokerDialect, key: BrokerKey) throws(BrokerFault) -> FormParameters {
        var out = FormParameters()
        if dialect == .adal, case .failure(let failure) = outcome {
            var members = failure.plainMembers
            members["correlation_id"] = correlationID
            members["x-broker-app-ver"] = failure.brokerVersion ?? brokerVersion
            members["broker_nonce"] = nonce
            if var tokens = additionalTokens?.members {
                tokens["broker_nonce"] = nonce
                let sealed = try LegacyReplyCodec.seal(Self.plain(tokens), with: key)
                members["intune_mam_token"] = sealed.response
                members["intune_mam_token_hash"] = sealed.hash
            }
            out = members.parameters
        } else {
            let sealed = try LegacyReplyCodec.seal(Self.plain(members(dialect)), with: key)
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
