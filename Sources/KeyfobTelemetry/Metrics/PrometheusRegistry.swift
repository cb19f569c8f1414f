#if Server
package import CoreMetrics
import KeyfobBackport

/// Counts in memory, and writes Prometheus' text format.
///
/// The number of series of one metric is bounded: what exceeds it is counted together, under the label values `other`.
package final class PrometheusRegistry: MetricsFactory {
    /// The largest number of series of one metric.
    package static let mostSeries = 1000
    /// The upper bounds of the buckets of durations, in seconds.
    private static let seconds = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]

    private enum Kind: String {
        case counter
        case gauge
        case histogram
    }

    private struct Labels: Hashable {
        let names: [String]
        let values: [String]
        var pairs: [(String, String)] { Array(zip(names, values)) }
    }

    private struct Family {
        let kind: Kind
        var series: [Labels: any PrometheusSeries] = [:]
    }

    private struct State {
        var families: [String: Family] = [:]
        var refreshes: [@Sendable () -> Void] = []
    }

    private let help: [String: String]
    private let state = Mutex(State())

    /// Makes an empty registry.
    ///
    /// - Parameter help: the meaning of each metric, by its name.
    package init(help: [String: String] = [:]) { self.help = help }

    /// Adds a gauge whose value is found out when the metrics are written.
    package func addGauge(
        _ label: String, _ dimensions: [(String, String)] = [], value: @escaping @Sendable () -> Int
    ) {
        let gauge = series(label, dimensions, .gauge) { PrometheusGauge() }
        state.withLock { $0.refreshes.append { gauge.set(Int64(value())) } }
    }

    /// All metrics in the text format.
    package var text: String {
        for refresh in state.withLock(\.refreshes) { refresh() }
        let families = state.withLock(\.families)
        var lines: [String] = []
        for (name, family) in families.sorted(by: { $0.key < $1.key }) {
            if let help = help[name] { lines.append("# HELP \(name) \(PrometheusText.help(help))") }
            lines.append("# TYPE \(name) \(family.kind.rawValue)")
            let series = family.series.map { ($0.key.pairs, $0.value) }
            lines += series.map { $1.lines(name, $0) }.sorted { ($0.first ?? "") < ($1.first ?? "") }.joined()
        }
        return lines.map { $0 + "\n" }.joined()
    }

    /// The media type of ``text``.
    package static var mediaType: String { PrometheusText.mediaType }

    private func series<Series: PrometheusSeries>(
        _ label: String, _ dimensions: [(String, String)], _ kind: Kind, _ make: () -> Series
    ) -> Series {
        let name = PrometheusText.name(label)
        var labels = Labels(names: dimensions.map { PrometheusText.labelName($0.0) }, values: dimensions.map(\.1))
        return state.withLock { state in
            var family = state.families[name] ?? Family(kind: kind)
            // A second metric of that name and of another kind would not be readable. It is counted, and not written.
            guard family.kind == kind else { return make() }
            if family.series[labels] == nil, family.series.count >= Self.mostSeries {
                labels = Labels(names: labels.names, values: labels.values.map { _ in "other" })
            }
            if let known = family.series[labels] { return known as? Series ?? make() }
            let new = make()
            family.series[labels] = new
            state.families[name] = family
            return new
        }
    }

    package func makeCounter(label: String, dimensions: [(String, String)]) -> any CounterHandler {
        series(label, dimensions, .counter) { PrometheusCounter() }
    }

    package func makeFloatingPointCounter(
        label: String, dimensions: [(String, String)]
    ) -> any FloatingPointCounterHandler {
        series(label, dimensions, .counter) { PrometheusCounter() }
    }

    package func makeMeter(label: String, dimensions: [(String, String)]) -> any MeterHandler {
        series(label, dimensions, .gauge) { PrometheusGauge() }
    }

    package func makeRecorder(
        label: String, dimensions: [(String, String)], aggregate: Bool
    ) -> any RecorderHandler {
        guard aggregate else { return series(label, dimensions, .gauge) { PrometheusGauge() } }
        return series(label, dimensions, .histogram) { PrometheusHistogram(bounds: Self.seconds) }
    }

    package func makeTimer(label: String, dimensions: [(String, String)]) -> any TimerHandler {
        series(label, dimensions, .histogram) { PrometheusHistogram(bounds: Self.seconds) }
    }

    // A series is part of the text until the process ends, as Prometheus expects.
    package func destroyCounter(_ handler: any CounterHandler) {}
    package func destroyFloatingPointCounter(_ handler: any FloatingPointCounterHandler) {}
    package func destroyMeter(_ handler: any MeterHandler) {}
    package func destroyRecorder(_ handler: any RecorderHandler) {}
    package func destroyTimer(_ handler: any TimerHandler) {}
}
#endif
