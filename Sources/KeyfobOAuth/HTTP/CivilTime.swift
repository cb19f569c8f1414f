/// A time in the proleptic Gregorian calendar in UTC, for the two text forms of the wire.
struct CivilTime: Hashable {
    var year: Int64
    var month: Int64
    var day: Int64
    var hour: Int64
    var minute: Int64
    var second: Int64

    /// Splits a time; times outside the years 0 to 9999 are clamped.
    init(unixSeconds: Int64) {
        let seconds = min(max(unixSeconds, -62_167_219_200), 253_402_300_799)
        let days = Self.floorDivide(seconds, 86400)
        let time = seconds - days * 86400
        // Howard Hinnant's civil_from_days: years start in March, so that the leap day is the last of a year.
        let shifted = days + 719_468
        let era = Self.floorDivide(shifted, 146_097)
        let dayOfEra = shifted - era * 146_097
        let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let shiftedMonth = (5 * dayOfYear + 2) / 153
        day = dayOfYear - (153 * shiftedMonth + 2) / 5 + 1
        month = shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9
        year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
        hour = time / 3600
        minute = time % 3600 / 60
        second = time % 60
    }

    /// The time in seconds since 1970.
    var unixSeconds: Int64 {
        let shiftedYear = month <= 2 ? year - 1 : year
        let era = Self.floorDivide(shiftedYear, 400)
        let yearOfEra = shiftedYear - era * 400
        let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
        let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
        return (era * 146_097 + dayOfEra - 719_468) * 86400 + hour * 3600 + minute * 60 + second
    }

    /// `yyyy-MM-dd HH:mm:ssZ`, as in error responses.
    var errorTimestamp: String {
        "\(Self.padded(year, 4))-\(Self.padded(month))-\(Self.padded(day)) "
            + "\(Self.padded(hour)):\(Self.padded(minute)):\(Self.padded(second))Z"
    }

    private static func padded(_ value: Int64, _ width: Int = 2) -> String {
        let digits = String(value)
        return String(repeating: "0", count: max(0, width - digits.count)) + digits
    }

    private static func floorDivide(_ left: Int64, _ right: Int64) -> Int64 {
        let quotient = left / right
        return left % right < 0 ? quotient - 1 : quotient
    }
}
