#if Server
import Foundation
import KeyfobCore

/// The printed story: a row for each claim, as soon as it has been proved.
struct Table: Sendable {
    let width: Int
    let colour: Bool

    init(environment: [String: String]) {
        width = min(max(environment["COLUMNS"].flatMap { Int($0) } ?? 100, 60), 140)
        colour = StandardStream.output.hasColour(environment)
    }

    func title(_ text: String) { print("\n\(style(text, "1"))") }

    /// The outcome of a claim.
    enum Outcome: Sendable {
        case proved
        case failed
        /// The claim could not be proved here, and was not tried.
        case notProved
    }

    func row(_ number: Int, _ claim: Claim, _ outcome: Outcome, evidence: String) {
        let mark =
            switch outcome {
            case .proved: style("proved", "32")
            case .failed: style("FAILED", "31;1")
            case .notProved: style("not proved", "33")
            }
        let lines = wrap(claim.sentence, width - 13)
        print("  \(number < 10 ? " " : "")\(number)  \(mark)  \(lines[0])")
        for line in lines.dropFirst() { print("              \(line)") }
        for line in wrap(evidence, width - 15) { print("              \(style(line, "2"))") }
        fflush(nil)
    }

    func line(_ text: String) {
        print(text)
        fflush(nil)
    }

    private func style(_ text: String, _ code: String) -> String {
        colour ? "\u{1B}[\(code)m\(text)\u{1B}[0m" : text
    }

    private func wrap(_ text: String, _ width: Int) -> [String] {
        var lines = [""]
        for word in text.split(separator: " ") {
            let last = lines[lines.count - 1]
            if last.isEmpty {
                lines[lines.count - 1] = String(word)
            } else if last.count + 1 + word.count <= width {
                lines[lines.count - 1] = last + " " + word
            } else {
                lines.append(String(word))
            }
        }
        return lines
    }
}
#endif
