import KeyfobCore
package import KeyfobOAuth

extension BrokerRequest {
    /// Reads a URL that reached a broker.
    ///
    /// - Parameters:
    ///   - url: the URL, as the operating system delivered it.
    ///   - broker: the identity of this broker.
    /// - Throws: ``BrokerMessageError`` if it is not for this broker, or not a request that the broker can respond to.
    package init(url: String, to broker: BrokerIdentity) throws(BrokerMessageError) {
        guard let dialect = broker.dialect(of: url), let place = URLWithoutQuery(url), let query = place.query else {
            throw BrokerMessageError("The URL is no request to this broker.")
        }
        try self.init(try BrokerForm.decode(query), dialect: dialect)
    }

    /// Reads from an invalid request as much as its response needs: redirect URI, key, correlation id and nonce.
    /// Everything else in it is empty.
    ///
    /// - Returns: nil if those cannot be read either.
    package init?(answerableAt url: String, to broker: BrokerIdentity) {
        guard let dialect = broker.dialect(of: url), let query = URLWithoutQuery(url)?.query,
            let parameters = try? BrokerForm.decode(query)
        else { return nil }
        let reader = BrokerRequestReader(BrokerMembers(parameters))
        guard parameters.nonEmpty("brk_redirect_uri") == nil, let address = try? reader.redirectURI("redirect_uri"),
            let key = try? reader.key()
        else { return nil }
        self.init(
            target: dialect == .msal ? .scopes([], openID: []) : .resource(""),
            authority: Authority(environment: "", tenant: ""), clientID: "", redirectURI: address,
            correlationID: (try? reader.required("correlation_id")) ?? "", key: key,
            nonce: parameters.nonEmpty("broker_nonce"))
        app = reader.app
    }

    /// Reads the parameters.
    ///
    /// - Throws: ``BrokerMessageError`` if something that a response needs is missing or malformed.
    package init(_ parameters: FormParameters, dialect: BrokerDialect) throws(BrokerMessageError) {
        let reader = BrokerRequestReader(BrokerMembers(parameters))
        try reader.checkVersion(dialect)
        self.init(
            target: try reader.target(dialect), authority: try reader.authority(),
            clientID: try reader.required("client_id"), redirectURI: try reader.redirectURI("redirect_uri"),
            correlationID: try reader.required("correlation_id"), key: try reader.key(),
            nonce: parameters.nonEmpty("broker_nonce"))
        applicationToken = parameters.nonEmpty("application_token").map(Secret.init)
        user = try reader.user(dialect)
        asking = try reader.asking(dialect)
        app = reader.app
        intune = try reader.intune()
        claims = try reader.claims()
        capabilities = reader.list("client_capabilities")
        binding = parameters.nonEmpty("token_type").map {
            BrokerTokenBinding(
                tokenType: $0, confirmation: parameters.nonEmpty("req_cnf"), keyID: parameters.nonEmpty("key_id"))
        }
        if binding?.tokenType.lowercased() == "bearer" { binding = nil }
        if let hubID = parameters.nonEmpty("brk_client_id") {
            hub = BrokerHostApp(clientID: hubID, redirectURI: try reader.redirectURI("brk_redirect_uri"))
        }
        skipsAccountCheck = reader.flag("skip_validate_result_account")
        isRepeated = reader.flag("ignore_broker_request")
        additional = parameters.without(BrokerRequestReader.names)
    }
}
