#if Server
import CoreMetrics
import KeyfobBackport

/// The value of one metric with one set of labels.
protocol PrometheusSeries: Sendable {
    /// The lines of the text format.
    func lines(_ name: String, _ labels: [(String, String)]) -> [String]
}

/// A number that grows.
final class PrometheusCounter: PrometheusSeries, CounterHandler, FloatingPointCounterHandler {
    private let value = Mutex(0.0)

    func increment(by amount: Int64) { increment(by: Double(amount)) }

    func increment(by amount: Double) {
        guard amount >= 0 else { return }
        value.withLock { $0 += amount }
    }

    func reset() { value.withLock { $0 = 0 } }

    func lines(_ name: String, _ labels: [(String, String)]) -> [String] {
        ["\(name)\(PrometheusText.labels(labels)) \(PrometheusText.number(value.withLock { $0 }))"]
    }
}

/// A number that is set.
final class PrometheusGauge: PrometheusSeries, MeterHandler, RecorderHandler {
    private let value = Mutex(0.0)

    func set(_ new: Int64) { set(Double(new)) }
    func set(_ new: Double) { value.withLock { $0 = new } }
    func increment(by amount: Double) { value.withLock { $0 += amount } }
    func decrement(by amount: Double) { value.withLock { $0 -= amount } }
    func record(_ new: Int64) { set(new) }
    func record(_ new: Double) { set(new) }

    func lines(_ name: String, _ labels: [(String, String)]) -> [String] {
        ["\(name)\(PrometheusText.labels(labels)) \(PrometheusText.number(value.withLock { $0 }))"]
    }
}

/// Durations in seconds, or other values, counted in buckets.
final class PrometheusHistogram: PrometheusSeries, TimerHandler, RecorderHandler {
    private struct State {
        var counts: [Int64]
        var sum = 0.0
        var count: Int64 = 0
    }

    private let bounds: [Double]
    private let state: Mutex<State>

    init(bounds: [Double]) {
        self.bounds = bounds
        state = Mutex(State(counts: Array(repeating: 0, count: bounds.count)))
    }

    func recordNanoseconds(_ duration: Int64) { record(Double(duration) / 1e9) }
    func record(_ value: Int64) { record(Double(value)) }

    func record(_ value: Double) {
        let place = bounds.firstIndex { value <= $0 }
        state.withLock { state in
            state.sum += value
            state.count += 1
            if let place { state.counts[place] += 1 }
        }
    }

    func lines(_ name: String, _ labels: [(String, String)]) -> [String] {
        let (counts, sum, count) = state.withLock { ($0.counts, $0.sum, $0.count) }
        var total: Int64 = 0
        var lines = zip(bounds, counts).map { bound, own in
            total += own
            return "\(name)_bucket\(PrometheusText.labels(labels + [("le", PrometheusText.number(bound))])) \(total)"
        }
        lines.append("\(name)_bucket\(PrometheusText.labels(labels + [("le", "+Inf")])) \(count)")
        lines.append("\(name)_sum\(PrometheusText.labels(labels)) \(PrometheusText.number(sum))")
        lines.append("\(name)_count\(PrometheusText.labels(labels)) \(count)")
        return lines
    }
}
#endif
