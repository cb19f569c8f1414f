/// A duration as written on a command line.
enum ClockStep {
    private static let units: [Character: Int64] = ["s": 1, "m": 60, "h": 3600, "d": 86400, "w": 7 * 86400]

    /// Returns the seconds of `90s`, `5m`, `2h`, `14d`, `1w` or a plain number of seconds, with or without a sign; nil
    /// if the text is not a duration, or is too large.
    static func seconds(_ text: String) -> Int64? {
        let unit = text.last.flatMap { units[$0] }
        let digits = unit == nil ? Substring(text) : text.dropLast()
        guard let number = Int64(digits) else { return nil }
        let (seconds, overflow) = number.multipliedReportingOverflow(by: unit ?? 1)
        return overflow ? nil : seconds
    }
}
