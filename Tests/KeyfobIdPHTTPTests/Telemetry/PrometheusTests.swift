import CoreMetrics
import KeyfobCore
import KeyfobIdPCore
import KeyfobIdPHTTP
import KeyfobOAuth
import KeyfobTelemetry
import KeyfobTesting
import Logging
import Testing

/// Reads the text format by its grammar, and nothing more.
struct PrometheusReader {
    struct Sample: Hashable {
        let name: String
        let labels: [String: String]
        let value: Double
    }

    struct Malformed: Error { let line: String }

    private(set) var types: [String: String] = [:]
    private(set) var samples: [Sample] = []

    init(_ text: String) throws {
        guard text.hasSuffix("\n") else { throw Malformed(line: "no line feed at the end") }
        var seen: Set<String> = []
        var family = ""
        for line in text.split(separator: "\n", omittingEmptySubsequences: false).dropLast().map(String.init) {
            if let type = line.wholeMatch(of: /# TYPE ([a-zA-Z_:][a-zA-Z0-9_:]*) (counter|gauge|histogram)/) {
                // One group of lines for each metric.
                guard types.updateValue(String(type.2), forKey: String(type.1)) == nil else {
                    throw Malformed(line: line)
                }
                family = String(type.1)
            } else if line.wholeMatch(of: /# HELP [a-zA-Z_:][a-zA-Z0-9_:]* (?:[^\\]|\\\\|\\n)+/) == nil {
                let sample = try Self.sample(line)
                let base =
                    types[family] == "histogram"
                    ? ["_bucket", "_sum", "_count"].first { sample.name == family + $0 }
                    : sample.name == family ? "" : nil
                guard base != nil, seen.insert("\(sample.name)\(sample.labels.sorted { $0.key < $1.key })").inserted
                else {
                    throw Malformed(line: line)
                }
                samples.append(sample)
            }
        }
    }

    private static func sample(_ line: String) throws -> Sample {
        let form = /([a-zA-Z_:][a-zA-Z0-9_:]*)(?:\{(.*)\})? ([-+]?(?:[0-9]+(?:\.[0-9]+)?(?:e[-+]?[0-9]+)?|Inf)|NaN)/
        guard let match = line.wholeMatch(of: form) else { throw Malformed(line: line) }
        var labels: [String: String] = [:]
        var rest = match.2 ?? ""
        while !rest.isEmpty {
            guard let label = rest.prefixMatch(of: /([a-zA-Z_][a-zA-Z0-9_]*)="((?:[^"\\]|\\\\|\\"|\\n)*)"/),
                labels.updateValue(
                    String(
                        label.2.replacing("\\n", with: "\n").replacing("\\\"", with: "\"").replacing("\\\\", with: "\\")
                    ),
                    forKey: String(label.1)) == nil
            else { throw Malformed(line: line) }
            rest = rest[label.range.upperBound...]
            guard rest.isEmpty || rest.first == "," else { throw Malformed(line: line) }
            rest = rest.dropFirst()
        }
        guard let value = Double(match.3.replacing("+Inf", with: "inf")) else { throw Malformed(line: line) }
        return Sample(name: String(match.1), labels: labels, value: value)
    }

    func value(_ name: String, _ labels: [String: String] = [:]) -> Double? {
        samples.first { $0.name == name && $0.labels == labels }?.value
    }
}

@Suite("Metrics")
struct PrometheusTests {
    @Test("Names, labels and help of any text are well-formed")
    func hostile() throws {
        let registry = PrometheusRegistry(help: ["_9_a_b": "a \\ help\nof two lines"])
        let value = "quote \" backslash \\ feed \n brace } comma ,\""
        Counter(label: "9 a\nb", dimensions: [("1 \"l", value)], factory: registry).increment(by: 3)
        let gauge = Meter(label: "gauge", factory: registry)
        gauge.set(-1.5)
        let read = try PrometheusReader(registry.text)
        #expect(read.value("_9_a_b", ["_1__l": value]) == 3)
        #expect(read.value("gauge") == -1.5)
    }

    @Test("A histogram's buckets are cumulative, and end with the count")
    func histogram() throws {
        let registry = PrometheusRegistry()
        let timer = CoreMetrics.Timer(label: "time_seconds", factory: registry)
        for milliseconds in [0, 3, 3, 70, 20_000] { timer.recordMilliseconds(milliseconds) }
        let read = try PrometheusReader(registry.text)
        let buckets = read.samples.filter { $0.name == "time_seconds_bucket" }.map(\.value)
        #expect(buckets == buckets.sorted() && buckets.last == 5 && buckets.first == 1)
        #expect(read.value("time_seconds_count") == 5 && abs((read.value("time_seconds_sum") ?? 0) - 20.076) < 1e-9)
        #expect(read.value("time_seconds_bucket", ["le": "0.005"]) == 3)
    }

    @Test("A metric of another kind under a known name, and more labels than the limit, break nothing")
    func limits() throws {
        let registry = PrometheusRegistry()
        Counter(label: "a", factory: registry).increment()
        Meter(label: "a", factory: registry).set(7)
        for number in 0..<3000 {
            Counter(label: "many", dimensions: [("n", "\(number)")], factory: registry).increment()
        }
        let read = try PrometheusReader(registry.text)
        #expect(read.value("a") == 1)
        let many = read.samples.filter { $0.name == "many" }
        #expect(many.count == PrometheusRegistry.mostSeries + 1)
        #expect(read.value("many", ["n": "other"]) == 2000)
    }

    @Test("A thousand paths, clients and methods add no series but those of the route table")
    func cardinality() async throws {
        let observed = try await Observed(.critical)
        _ = try await observed.get("/nothing/here")
        let before = try PrometheusReader(observed.registry.text).samples.count
        for number in 0..<1000 {
            _ = try await observed.get("/nothing/\(number)", [("User-Agent", "agent-\(number)")])
        }
        let read = try PrometheusReader(observed.registry.text)
        #expect(read.samples.count == before)
        #expect(read.value("keyfob_requests_total", ["endpoint": "none", "status": "404"]) == 1001)
        let form = FormParameters([("grant_type", "refresh_token")])
        for number in 0..<200 {
            let url = observed.provider.base.with(path: "/tenant-\(number)/oauth2/v2.0/token")
            var request = HTTPRequest.form(url, form)
            request.method = HTTPMethod(rawValue: number.isMultiple(of: 2) ? "POST" : "M\(number)")
            _ = try await observed.provider.send(request)
        }
        let after = try PrometheusReader(observed.registry.text)
        let names = Set(Endpoint.allCases.map(\.rawValue) + ["none"])
        #expect(after.samples.compactMap { $0.labels["endpoint"] }.allSatisfy(names.contains))
        #expect(after.samples.count < before + 60)
    }

    @Test("Transactions are counted by result, and passwords by whether they were checked")
    func results() async throws {
        let observed = try await Observed()
        observed.store.stop()
        _ = try await observed.get("/common/discovery/v2.0/keys")
        let read = try PrometheusReader(observed.registry.text)
        #expect((read.value("keyfob_transactions_total", ["result": "committed"]) ?? 0) > 0)
        #expect((read.value("keyfob_transactions_total", ["result": "failed"]) ?? 0) > 0)
        #expect(read.value("keyfob_transaction_repeats_total") == 0)
        #expect(read.value("keyfob_password_checks_total", ["result": "checked"]) == 0)
        #expect(read.types["keyfob_request_duration_seconds"] == "histogram")
    }

    @Test("The metrics are served as text at an address of their own, for this machine's names only")
    func served() async throws {
        let registry = PrometheusRegistry()
        Counter(label: "seen_total", factory: registry).increment()
        let server = try await MetricsServer.start(
            host: "127.0.0.1", port: 0, mediaType: PrometheusRegistry.mediaType
        ) { registry.text }
        let base = "http://127.0.0.1:\(server.port)"
        let curl = Curl(caFile: "")
        let found = try await curl("\(base)/metrics")
        let missing = try await curl("\(base)/")
        let foreign = try await curl("-H", "Host: attacker.test", "\(base)/metrics")
        let posted = try await curl("-X", "POST", "\(base)/metrics")
        await server.stop()
        #expect(found.status == 200 && found.body == "# TYPE seen_total counter\nseen_total 1\n")
        #expect(missing.status == 404 && foreign.status == 421 && posted.status == 405)
    }
}
