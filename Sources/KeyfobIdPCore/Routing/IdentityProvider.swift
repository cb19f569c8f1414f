package import KeyfobCore
import KeyfobCrypto
package import KeyfobIdPModel
import KeyfobJOSE
package import KeyfobOAuth

/// A local identity provider: it responds to requests as the Microsoft identity platform does, without sockets or
/// files.
///
/// All state is in the store, so that several providers over one store act as one.
package struct IdentityProvider: Sendable {
    private let services: Services
    private let routes: [Route]

    /// The largest body that is read, in bytes, of all requests but those that ``maximumBodyLength(of:)`` names.
    package static let maximumBodyLength = 1 << 20

    /// The largest body of a request that is read, in bytes: more for files of a directory, if the request has the admin
    /// token.
    ///
    /// - Parameter request: the request; its body does not matter, and may still be on its way.
    package func maximumBodyLength(of request: HTTPRequest) -> Int {
        guard request.method == .post, request.url.path == InputLimits.filesPath,
            let expected = services.configuration.adminToken, let given = BearerToken.of(request),
            ConstantTime.equal(given.reveal(), expected.reveal())
        else { return Self.maximumBodyLength }
        return services.configuration.limits.filesBodyBytes
    }

    /// Makes a provider of the protocol endpoints and of further ones.
    ///
    /// - Parameters:
    ///   - configuration: the configuration.
    ///   - store: the store for all data.
    ///   - clock: the machine's time; the provider's own is ahead of it by the offset in the store.
    ///   - random: the source of codes, tokens and salts.
    ///   - clockMoved: called with the new offset in seconds when the provider's clock has been moved.
    ///   - observer: learns what happens, for the operator.
    ///   - routes: the endpoints besides the protocol's.
    package init(
        configuration: IdPConfiguration, store: any IdPStore, clock: any WallClock, random: any RandomSource,
        clockMoved: @escaping @Sendable (Int64) throws -> Void, observer: (any ProviderObserver)? = nil,
        serving routes: [Route]
    ) {
        self.routes = RouteTable.rows + routes
        services = Services(
            configuration: configuration, store: store, clock: clock, random: random, directories: DirectoryCache(),
            passwords: PasswordChecker(
                cost: configuration.passwordCost, places: configuration.passwordQueue,
                patience: configuration.passwordPatience, observer: observer),
            clockMoved: clockMoved, identified: FaultInjection.refusal, observer: observer)
    }

    /// The number of passwords whose checks run or wait.
    package var passwordsWaiting: Int { services.passwords.waiting }

    /// Makes missing signing keys, and reads the directory. Otherwise the first request does it.
    ///
    /// - Throws: the store's error, or `CryptoError` if a key cannot be made.
    package func prepare() async throws { _ = try await readyDirectory() }

    /// Removes a piece of the expired data, if a few minutes have passed since the last one. The program that runs a
    /// provider calls this by a timer; each request does it too.
    ///
    /// - Throws: the store's error.
    package func keepHouse() async throws {
        let directory = try await readyDirectory()
        try await services.housekeeping.run(at: services.now(directory), services)
    }

    private func readyDirectory() async throws -> Directory {
        let directory = try await services.directories.load(services.store)
        let roles: [StoredSigningKey.Role] = [.current, .next, .deviceAuthority]
        let missing = roles.filter { role in !directory.keys.stored.contains { $0.role == role } }
        guard !missing.isEmpty else { return directory }
        let now = services.now(directory)
        let algorithm = services.configuration.signingAlgorithm
        let keys = try missing.map {
            try KeyRotation.make($0 == .deviceAuthority ? .es256 : algorithm, role: $0, now: now)
        }
        try await services.store.transaction { try KeyRotation.complete(keys, in: $0) }
        return try await services.directories.load(services.store)
    }

    /// Responds to a request. Every request gets a response: an internal error becomes a `server_error`.
    ///
    /// Forced faults of the connection (a delay, no response) are left out: see ``providerResponse(to:presenting:from:)``.
    package func handle(
        _ request: HTTPRequest, presenting certificate: PresentedCertificate = .notAsked, from peer: String? = nil
    ) async -> HTTPResponse {
        await providerResponse(to: request, presenting: certificate, from: peer).response
            ?? ErrorResponse.unavailable(correlationID: services.random.uuid(), traceID: services.random.uuid())
    }

    /// Responds to a request as ``handle(_:presenting:from:)`` does, and returns the faults that the server has to
    /// apply: a delay, or a closed connection.
    ///
    /// - Parameters:
    ///   - request: the request.
    ///   - certificate: the peer's certificate of the connection. A connection that requests certificates serves only
    ///     the address for them.
    ///   - peer: the address of the connection's peer; nil where there is none, so that no location is known.
    package func providerResponse(
        to request: HTTPRequest, presenting certificate: PresentedCertificate = .notAsked, from peer: String? = nil
    ) async -> ProviderResponse {
        let correlationID = CorrelationID.of(request) ?? services.random.uuid()
        let traceID = services.random.uuid()
        let notes = RequestNotes()
        let observation = services.observer?.began(request)
        let began = ContinuousClock.now
        // HEAD is GET (RFC 9110 section 9.3.2). The server leaves the content out, and states its length.
        var read = request
        if request.method == .head { read.method = .get }
        var reply: ProviderResponse
        var isUnavailable = false
        do {
            reply = try await answer(
                read, presenting: certificate, from: peer, correlationID: correlationID, traceID: traceID, notes)
        } catch {
            if !(error is CancellationError) {
                let error = InternalError(
                    error, at: notes.endpoint, correlationID: correlationID, requestID: traceID)
                services.observer?.observe(.internalError(error))
            }
            isUnavailable = true
            reply = ProviderResponse(ErrorResponse.unavailable(correlationID: correlationID, traceID: traceID))
        }
        defer {
            observation?.ended(
                notes.handled(
                    status: reply.response?.status, duration: began.duration(to: .now), correlationID: correlationID,
                    requestID: traceID))
        }
        // The response does not depend on it: if the store cannot remove expired data now, the next round will.
        if notes.endpoint != .health, !isUnavailable, let directory = services.directories.current {
            do { try await services.housekeeping.run(at: services.now(directory), services) } catch {
                services.observer?.observe(.internalError(InternalError(error)))
            }
        }
        guard var response = reply.response else { return reply }
        CommonFields.add(to: &response, for: request, correlationID: correlationID, traceID: traceID)
        reply.response = response
        return reply
    }

    private func answer(
        _ request: HTTPRequest, presenting certificate: PresentedCertificate, from peer: String?,
        correlationID: String, traceID: String, _ notes: RequestNotes
    ) async throws -> ProviderResponse {
        guard request.body.count <= maximumBodyLength(of: request) else { return ProviderResponse(.tooLarge) }
        guard let (route, values) = route(request) else {
            if certificate != .notAsked { return ProviderResponse(.nothingHere) }
            return ProviderResponse(unrouted(request, correlationID: correlationID, traceID: traceID))
        }
        notes.begin(route.endpoint)
        guard (route.endpoint == .certificate) == (certificate != .notAsked) else {
            return ProviderResponse(.nothingHere)
        }
        func reply() async throws -> ProviderResponse {
            try await self.reply(
                request, by: route, values, presenting: certificate, from: peer, correlationID: correlationID,
                traceID: traceID, notes)
        }
        return try await route.endpoint == .token ? reply() : SharedThreads.run(reply)
    }

    private func reply(
        _ request: HTTPRequest, by route: Route, _ values: [String: String],
        presenting certificate: PresentedCertificate, from peer: String?, correlationID: String, traceID: String,
        _ notes: RequestNotes
    ) async throws -> ProviderResponse {
        var faults = FaultInjection { context in
            try context.validate()
            var response = try await route.handler(context)
            CrossOrigin.allow(&response, context)
            return response
        }
        let compared = ComparedPasswords()
        // A request with a stale directory starts again with the present one; a few attempts are enough, since each
        // time another request has written in between.
        for attempt in 0..<8 {
            let directory: Directory
            // Whether the process is healthy does not depend on the store.
            if attempt == 0, route.endpoint == .token || route.endpoint == .health,
                let known = services.directories.current,
                known.keys.current != nil
            {
                directory = known
            } else {
                directory = try await readyDirectory()
            }
            let context = RequestContext(
                services: services, request: request, endpoint: route.endpoint, dialect: route.dialect,
                pathValues: values, presented: certificate, peer: peer,
                directory: directory.at(services.configuration.origin ?? request.url.origin),
                now: services.now(directory), correlationID: correlationID, traceID: traceID, compared: compared,
                notes: notes)
            notes.begin(route.endpoint, directory, tenantSegment: context.tenantSegment)
            do {
                return try await faults.reply(context)
            } catch is StaleDirectory {
                continue
            } catch let error as OAuthError {
                // An error that was found with a cached directory counts if that is still the present one.
                if attempt == 0, try await readyDirectory().version != directory.version { continue }
                return faults.delayed(try await ErrorResponse.write(error, context))
            } catch let error as RedirectedError {
                return faults.delayed(try await ErrorResponse.write(error, context))
            } catch let error as B2CError {
                return faults.delayed(error.response(context))
            }
        }
        throw AuthError(
            .storeUnavailable, origin: .store, message: "The directory changed during each of eight attempts.",
            remedy: "Let the program that changes the directory so often write less at a time, or pause.")
    }

    private func route(_ request: HTTPRequest) -> (Route, [String: String])? {
        guard let path = PathSegments(request.url) else { return nil }
        for route in routes where route.methods.contains(request.method) && isServed(route, at: request.url) {
            if let values = route.match(path) { return (route, values) }
        }
        return nil
    }

    /// Whether the host of a request serves a route.
    private func isServed(_ route: Route, at url: HTTPURL) -> Bool {
        services.configuration.standIn?.serves(route.endpoint, at: url) ?? true
    }

    private func unrouted(_ request: HTTPRequest, correlationID: String, traceID: String) -> HTTPResponse {
        let path = PathSegments(request.url)
        let others = routes.filter { route in
            path.flatMap(route.match) != nil && isServed(route, at: request.url)
        }
        guard !others.isEmpty else { return .nothingHere }
        if let response = CrossOrigin.preflight(request, others) { return response }
        let methods = others.flatMap(\.methods).map(\.rawValue).joined(separator: ", ")
        let error = OAuthError(900561, ["expected": methods, "method": String(request.method.rawValue.prefix(16))])
        let body = error.response(correlationID: correlationID, traceID: traceID, now: services.clock.unixSeconds)
        // Entra ID returns 400 where a client requests tokens by GET.
        let isToken = others.contains { $0.endpoint == .token || $0.endpoint == .devicecode }
        var response = HTTPResponse.json(body.json, status: isToken ? 400 : 405)
        response.fields.set("Allow", methods)
        return response
    }
}
