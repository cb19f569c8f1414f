/// The text format in which Prometheus reads metrics, version 0.0.4
/// (<https://prometheus.io/docs/instrumenting/exposition_formats/>).
enum PrometheusText {
    /// The media type of the format.
    static let mediaType = "text/plain; version=0.0.4; charset=utf-8"

    /// A name of a metric: `[a-zA-Z_:][a-zA-Z0-9_:]*`. Other characters become `_`.
    static func name(_ text: String) -> String { identifier(text, besides: [UInt8(ascii: "_"), UInt8(ascii: ":")]) }

    /// A name of a label: `[a-zA-Z_][a-zA-Z0-9_]*`. Other characters become `_`.
    static func labelName(_ text: String) -> String { identifier(text, besides: [UInt8(ascii: "_")]) }

    private static func identifier(_ text: String, besides others: [UInt8]) -> String {
        var bytes = text.utf8.map { byte in
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"):
                byte
            default: others.contains(byte) ? byte : UInt8(ascii: "_")
            }
        }
        let beginsWithDigit = bytes.first.map { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) } ?? true
        if beginsWithDigit { bytes.insert(UInt8(ascii: "_"), at: 0) }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// Labels in braces; empty without any.
    static func labels(_ pairs: [(String, String)]) -> String {
        guard !pairs.isEmpty else { return "" }
        return "{" + pairs.map { "\($0)=\"\(escaped($1))\"" }.joined(separator: ",") + "}"
    }

    /// A help text in one line.
    static func help(_ text: String) -> String {
        text.replacing("\\", with: "\\\\").replacing("\n", with: "\\n")
    }

    static func number(_ value: Double) -> String {
        if value.isNaN { return "NaN" }
        if value.isInfinite { return value < 0 ? "-Inf" : "+Inf" }
        if value == value.rounded(), abs(value) < 1e15 { return String(Int64(value)) }
        return "\(value)"
    }

    private static func escaped(_ value: String) -> String {
        var out = String.UnicodeScalarView()
        for scalar in value.unicodeScalars {
            switch scalar {
            case "\\": out.append(contentsOf: "\\\\".unicodeScalars)
            case "\"": out.append(contentsOf: "\\\"".unicodeScalars)
            case "\n": out.append(contentsOf: "\\n".unicodeScalars)
            case _ where scalar.properties.generalCategory == .control: out.append("?")
            default: out.append(scalar)
            }
        }
        return String(out)
    }
}
