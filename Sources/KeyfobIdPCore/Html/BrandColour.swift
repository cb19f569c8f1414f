/// An organization's colour, with the contrast that WCAG 2.2 (1.4.3) requires of text.
package struct BrandColour: Sendable, Hashable {
    /// The least contrast of text with what is behind it.
    package static let leastContrast = 4.5
    private static let white = BrandColour(red: 255, green: 255, blue: 255)
    /// The paper of dark pages, as in the style sheet.
    private static let dark = BrandColour(red: 0x16, green: 0x1B, blue: 0x22)

    private let red: UInt8
    private let green: UInt8
    private let blue: UInt8

    private init(red: UInt8, green: UInt8, blue: UInt8) {
        (self.red, self.green, self.blue) = (red, green, blue)
    }

    /// Reads `#rrggbb`; nil if the text is not that.
    package init?(_ text: String) {
        let digits = text.dropFirst()
        guard text.hasPrefix("#"), digits.utf8.count == 6, digits.allSatisfy(\.isHexDigit),
            let value = UInt32(digits, radix: 16)
        else { return nil }
        func part(_ shift: UInt32) -> UInt8 { UInt8(truncatingIfNeeded: value >> shift) }
        self.init(red: part(16), green: part(8), blue: part(0))
    }

    /// The contrast with white paper, from 1 to 21.
    package var contrastWithWhite: Double { contrast(with: Self.white) }

    /// `#rrggbb`
    package var text: String {
        "#"
            + [red, green, blue].map { part in
                let digits = String(part, radix: 16)
                return digits.count < 2 ? "0" + digits : digits
            }.joined()
    }

    /// The same hue, as light as dark pages need it.
    package var onDark: BrandColour {
        let steps = (0...20).lazy.map { self.mixed(with: Self.white, Double($0) / 20) }
        return steps.first { $0.contrast(with: Self.dark) >= Self.leastContrast + 0.2 } ?? Self.white
    }

    private func mixed(with other: BrandColour, _ share: Double) -> BrandColour {
        func mix(_ own: UInt8, _ others: UInt8) -> UInt8 { UInt8(Double(own) * (1 - share) + Double(others) * share) }
        return BrandColour(
            red: mix(red, other.red), green: mix(green, other.green), blue: mix(blue, other.blue))
    }

    private func contrast(with other: BrandColour) -> Double {
        let (own, others) = (luminance, other.luminance)
        return (max(own, others) + 0.05) / (min(own, others) + 0.05)
    }

    private var luminance: Double {
        func linear(_ part: UInt8) -> Double {
            let value = Double(part) / 255
            // sRGB's exponent is 2.4, and 19/8 needs no library: the result is a little too light.
            return value <= 0.04045 ? value / 12.92 : Self.power((value + 0.055) / 1.055)
        }
        return 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue)
    }

    /// The power 19/8 of a value.
    private static func power(_ value: Double) -> Double {
        let quarter = value.squareRoot().squareRoot()
        return value * value * quarter * quarter.squareRoot()
    }
}
