#if Server
import CoreMetrics
import KeyfobBackport
import KeyfobIdPCore
import KeyfobIdPModel
import KeyfobOAuth

/// The counters and histograms of a provider. Each label has a known set of values: endpoints of the route table, events
/// of the sign-in log, numbers of the error catalogue.
struct ProviderMetrics: Sendable {
    /// The label of requests that match no route.
    static let noEndpoint = "none"

    private struct Answered: Hashable {
        let endpoint: Endpoint?
        let status: Int
    }

    private let factory: any MetricsFactory
    private let requests = Made<Answered, Counter>()
    private let durations = Made<Endpoint?, Timer>()
    private let errors = Made<Endpoint?, Counter>()
    private let refusals = Made<Int, Counter>()
    private let events = Made<SignInEvent, Counter>()
    private let transactions = Made<TransactionResult, Counter>()
    private let passwords = Made<Bool, Counter>()
    private let purges = Made<Bool?, Counter>()
    private let repeats: Counter
    private let transactionTime: Timer
    private let passwordTime: Timer

    init(_ factory: any MetricsFactory) {
        self.factory = factory
        repeats = Counter(label: ProviderMetricNames.repeats, factory: factory)
        transactionTime = Timer(label: ProviderMetricNames.transactionTime, factory: factory)
        passwordTime = Timer(label: ProviderMetricNames.passwordTime, factory: factory)
        // Those to alert on exist from the beginning.
        for result in TransactionResult.allCases { transaction(result).increment(by: 0) }
        internalError(nil).increment(by: 0)
        for isChecked in [true, false] { password(isChecked).increment(by: 0) }
        for isMore in [true, false, nil] { purge(isMore).increment(by: 0) }
    }

    func request(_ request: HandledRequest) {
        self.request(request.endpoint, status: request.status ?? 0, duration: request.duration)
        if let code = request.errorCode {
            refusals.get(code) {
                let isKnown = ErrorCatalogue.entry(code) != nil
                return Counter(
                    label: ProviderMetricNames.refusals, dimensions: [("aadsts", isKnown ? String(code) : "other")],
                    factory: factory)
            }.increment()
        }
        for event in request.events {
            events.get(event) {
                Counter(
                    label: ProviderMetricNames.events, dimensions: [("event", event.rawValue)], factory: factory)
            }.increment()
        }
    }

    func request(_ endpoint: Endpoint?, status: Int, duration: Duration?) {
        let name = endpoint?.rawValue ?? Self.noEndpoint
        requests.get(Answered(endpoint: endpoint, status: status)) {
            Counter(
                label: ProviderMetricNames.requests,
                dimensions: [("endpoint", name), ("status", status == 0 ? "closed" : String(status))],
                factory: factory)
        }.increment()
        guard let duration else { return }
        durations.get(endpoint) {
            Timer(label: ProviderMetricNames.requestTime, dimensions: [("endpoint", name)], factory: factory)
        }.recordNanoseconds(duration.nanoseconds)
    }

    func observe(_ event: ProviderEvent) {
        switch event {
        case .internalError(let error): internalError(error.endpoint).increment()
        case .transaction(let result, let runs, let duration):
            transaction(result).increment()
            if runs > 1 { repeats.increment(by: runs - 1) }
            transactionTime.recordNanoseconds(duration.nanoseconds)
        case .password(let isChecked, let duration):
            password(isChecked).increment()
            if isChecked { passwordTime.recordNanoseconds(duration.nanoseconds) }
        case .purge(let isMore, _): purge(isMore).increment()
        }
    }

    static func purgeResult(_ isMore: Bool?) -> String {
        switch isMore {
        case true: "more"
        case false: "done"
        case nil: "failed"
        }
    }

    private func internalError(_ endpoint: Endpoint?) -> Counter {
        errors.get(endpoint) {
            Counter(
                label: ProviderMetricNames.errors, dimensions: [("endpoint", endpoint?.rawValue ?? Self.noEndpoint)],
                factory: factory)
        }
    }

    private func transaction(_ result: TransactionResult) -> Counter {
        transactions.get(result) {
            Counter(
                label: ProviderMetricNames.transactions, dimensions: [("result", result.rawValue)], factory: factory)
        }
    }

    private func password(_ isChecked: Bool) -> Counter {
        passwords.get(isChecked) {
            Counter(
                label: ProviderMetricNames.passwords, dimensions: [("result", isChecked ? "checked" : "crowded")],
                factory: factory)
        }
    }

    private func purge(_ isMore: Bool?) -> Counter {
        purges.get(isMore) {
            Counter(
                label: ProviderMetricNames.purges, dimensions: [("result", Self.purgeResult(isMore))],
                factory: factory)
        }
    }
}

/// The metrics of one name that were made, by their labels: making one takes longer than a look-up.
private final class Made<Key: Hashable & Sendable, Metric: Sendable>: Sendable {
    private let known = Mutex<[Key: Metric]>([:])

    func get(_ key: Key, _ make: () -> Metric) -> Metric {
        known.withLock { known in
            if let metric = known[key] { return metric }
            let metric = make()
            known[key] = metric
            return metric
        }
    }
}

extension Duration {
    fileprivate var nanoseconds: Int64 {
        let (seconds, attoseconds) = components
        return seconds.multipliedReportingOverflow(by: 1_000_000_000).partialValue &+ attoseconds / 1_000_000_000
    }
}
#endif
