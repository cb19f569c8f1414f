/// A message in brackets: its receiver, its keywords, and the text of its arguments.
struct ObjectiveCMessage {
    /// The last name of the receiver: `application` in `[self.application users:&error]`.
    let receiver: String?
    /// The selector's parts without colons.
    let keywords: [String]
    /// The index of the first keyword among the tokens.
    let place: Int
    /// The arguments by the names that sketches use.
    let arguments: [String: String]
}

/// Finds the messages among a file's tokens.
struct ObjectiveCMessages {
    private let tokens: [ObjectiveCToken]
    private let bytes: [UInt8]
    /// The index of the closing sign for each opening one.
    private let closings: [Int: Int]

    init(_ tokens: [ObjectiveCToken], text: String) {
        self.tokens = tokens
        bytes = Array(text.utf8)
        closings = Self.match(tokens)
    }

    /// Every message, outer ones first.
    func all() -> [ObjectiveCMessage] {
        tokens.indices.compactMap { place in
            guard tokens[place].isSign("["), let end = closings[place], !isOther(place) else { return nil }
            return message(from: place + 1, to: end)
        }
    }

    /// Whether the bracket begins an array literal or a subscript.
    private func isOther(_ place: Int) -> Bool {
        guard place > 0 else { return false }
        let before = tokens[place - 1]
        if before.isSign("@") { return true }
        let touches = before.range.upperBound == tokens[place].range.lowerBound
        let words: Set<String> = ["return", "else", "in", "case", "do", "throw"]
        return touches && (before.kind == .identifier && !words.contains(before.text) || before.isSign("]"))
    }

    private func message(from start: Int, to end: Int) -> ObjectiveCMessage? {
        var keywords: [(place: Int, argument: Int)] = []
        var pending = 0
        var last: Int?
        var place = start
        while place < end {
            let token = tokens[place]
            if token.isSign("?") { pending += 1 }
            if token.isSign(":") { pending = max(0, pending - 1) }
            if token.kind == .identifier, place > start {
                last = place
                if pending == 0, place + 1 < end, tokens[place + 1].isSign(":") {
                    keywords.append((place, place + 2))
                    place += 2
                    continue
                }
            }
            place = closings[place].map { $0 < end ? $0 + 1 : place + 1 } ?? place + 1
        }
        if keywords.isEmpty {
            // A message without arguments is the last token, after the receiver.
            guard let last, last == end - 1, !tokens[last - 1].isSign("."), !tokens[last - 1].isSign(",") else {
                return nil
            }
            return ObjectiveCMessage(
                receiver: receiver(before: last, from: start), keywords: [tokens[last].text], place: last,
                arguments: [:])
        }
        var arguments: [String: String] = [:]
        for (index, keyword) in keywords.enumerated() {
            let stop = index + 1 < keywords.count ? keywords[index + 1].place : end
            guard keyword.argument < stop else { continue }
            let range = tokens[keyword.argument].range.lowerBound..<tokens[stop - 1].range.upperBound
            let text = String(decoding: bytes[range], as: UTF8.self)
            if text != "nil" { arguments[argumentName(tokens[keyword.place].text)] = text }
        }
        return ObjectiveCMessage(
            receiver: receiver(before: keywords[0].place, from: start),
            keywords: keywords.map { tokens[$0.place].text },
            place: keywords[0].place, arguments: arguments)
    }

    private func receiver(before place: Int, from start: Int) -> String? {
        guard place > start, tokens[place - 1].kind == .identifier else { return nil }
        return tokens[place - 1].text
    }

    private static func match(_ tokens: [ObjectiveCToken]) -> [Int: Int] {
        let pairs: [String: String] = ["(": ")", "[": "]", "{": "}"]
        var closings: [Int: Int] = [:]
        var open: [(place: Int, closing: String)] = []
        for (place, token) in tokens.enumerated() where token.kind == .sign {
            if let closing = pairs[token.text] {
                open.append((place, closing))
            } else if let index = open.lastIndex(where: { $0.closing == token.text }) {
                closings[open[index].place] = place
                open.removeSubrange(index...)
            }
        }
        return closings
    }
}
