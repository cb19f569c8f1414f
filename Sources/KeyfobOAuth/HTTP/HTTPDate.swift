/// Dates in HTTP fields (RFC 9110 section 5.6.7): all three forms are parsed.
enum HTTPDate {
    private static let months = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"]

    /// Returns the seconds since 1970, or nil if the text is not such a date.
    static func unixSeconds(_ text: String) -> Int64? {
        let words = text.split { $0 == " " || $0 == "," || $0 == "-" }.map { $0.lowercased() }
        return switch words.count {
        // Sun, 06 Nov 1994 08:49:37 GMT, or the obsolete Sunday, 06-Nov-94 08:49:37 GMT
        case 6 where words[5] == "gmt": moment(day: words[1], month: words[2], year: words[3], time: words[4])
        // asctime: Sun Nov  6 08:49:37 1994
        case 5: moment(day: words[2], month: words[1], year: words[4], time: words[3])
        default: nil
        }
    }

    private static func moment(day: String, month: String, year: String, time: String) -> Int64? {
        let clock = time.split(separator: ":", omittingEmptySubsequences: false).map(String.init).map(number)
        guard let monthIndex = months.firstIndex(of: month), clock.count == 3, let day = number(day),
            let year = number(year), let hour = clock[0], let minute = clock[1], let second = clock[2],
            (1...31).contains(day), hour < 24, minute < 60, second <= 60
        else { return nil }
        var civil = CivilTime(unixSeconds: 0)
        // A year of two digits is interpreted as RFC 9110 requires, as long as this century lasts.
        civil.year = year >= 100 ? year : year < 70 ? year + 2000 : year + 1900
        civil.month = Int64(monthIndex) + 1
        civil.day = day
        civil.hour = hour
        civil.minute = minute
        civil.second = second
        return civil.unixSeconds
    }

    private static func number(_ text: String) -> Int64? {
        guard (1...4).contains(text.utf8.count), text.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else {
            return nil
        }
        return Int64(text)
    }
}
