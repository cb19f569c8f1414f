/// One use of an older library, with its location and its replacement.
public struct Finding: Sendable, Hashable {
    /// The file's path, relative to the folder that was searched.
    public let file: String
    /// The line, from 1.
    public let line: Int
    /// The column in UTF-8 bytes, from 1.
    public let column: Int
    /// The language of the file.
    public let language: Language
    /// The rule's stable name.
    public let rule: String
    /// The library: `ADAL` or `MSAL`.
    public let library: String
    /// The text that was found.
    public let found: String
    /// The meaning of the use, in a few words.
    public let what: String
    /// The replacement, in a sentence.
    public let instead: String
    /// The code to write, with the use's arguments; nil if it has no replacement.
    public let sketch: String?

    /// Makes a finding.
    public init(
        file: String, line: Int, column: Int, language: Language, rule: String, library: String, found: String,
        what: String, instead: String, sketch: String?
    ) {
        self.file = file
        self.line = line
        self.column = column
        self.language = language
        self.rule = rule
        self.library = library
        self.found = found
        self.what = what
        self.instead = instead
        self.sketch = sketch
    }

    init(
        _ rule: Rule, file: String, line: Int, column: Int, language: Language, found: String,
        arguments: [String: String] = [:]
    ) {
        let sketch = language == .swift ? rule.swift : rule.objectiveC
        self.init(
            file: file, line: line, column: column, language: language, rule: rule.id, library: rule.library.rawValue,
            found: found, what: rule.what, instead: rule.instead,
            sketch: sketch?.text(arguments.merging(["found": found]) { own, _ in own }, language))
    }
}
