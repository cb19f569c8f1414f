#if Server
import KeyfobCore

/// What the word at the cursor may be, in a command line that is being typed.
struct CommandLineCompletion {
    /// What a shell offers.
    enum Offer: Equatable {
        case words([Word])
        case files(extensions: [String])
        case directories
        /// A program of the system, and its own arguments: the shell completes what follows `--`.
        case program
    }

    /// A word, and what it means.
    struct Word: Equatable {
        let text: String
        let meaning: String
    }

    /// The user's profiles; read only if they are needed.
    let profiles: () -> [String]
    /// The description of a command that another executable runs; nil for a command that this one runs.
    let sibling: (String) -> CommandDescription?

    private var command: CommandDescription
    /// Those of the command, once they are needed.
    private var arguments: [ArgumentDescription]?
    private var depth = 0
    private var positionals: [String] = []
    private var used: Set<String> = []
    /// The option whose value is next.
    private var pending: ArgumentDescription?
    private var isTerminated = false
    /// After `help` come commands, and nothing else.
    private var listsCommands = false

    init(
        _ root: CommandDescription, profiles: @escaping () -> [String],
        sibling: @escaping (String) -> CommandDescription?
    ) {
        command = root
        self.profiles = profiles
        self.sibling = sibling
    }

    /// What may be in the place of the last word, which may be empty or incomplete.
    ///
    /// - Parameter words: the words up to the cursor, without the program's own name.
    mutating func offer(for words: [String]) -> Offer {
        for word in words.dropLast() { read(word) }
        let current = words.last ?? ""
        let isOption = current.hasPrefix("-") && !isTerminated
        if isOption, let sign = current.firstIndex(of: "=") {
            let name = String(current[..<sign])
            return option(name).map { offer($0.values, prefix: name + "=") } ?? .words([])
        }
        if isOption { return .words(listsCommands ? [] : options) }
        if let pending { return offer(pending.values) }
        guard command.subcommands.isEmpty else { return .words(commands) }
        if isTerminated { return allArguments.contains(where: \.isAfterTerminator) ? .program : positional }
        let offered = positional
        return offered == .words([]) && !listsCommands && current.isEmpty ? .words(options) : offered
    }

    private mutating func read(_ word: String) {
        if !isTerminated, word == "--" {
            isTerminated = true
        } else if !isTerminated, word.hasPrefix("-"), word != "-" {
            let name = String(word.prefix { $0 != "=" })
            let argument = option(name)
            used.formUnion(argument?.isRepeating == true ? [] : argument?.names ?? [])
            pending = argument?.takesValue == true && name == word ? argument : nil
        } else if pending != nil {
            pending = nil
        } else if depth == 0, word == "help" {
            listsCommands = true
        } else if positionals.isEmpty, let next = command.subcommands.first(where: { $0.name == word }) {
            command = depth == 0 ? sibling(word) ?? next : next
            arguments = nil
            depth += 1
        } else {
            positionals.append(word)
        }
    }

    private var allArguments: [ArgumentDescription] {
        mutating get {
            let found = arguments ?? command.arguments()
            arguments = found
            return found
        }
    }

    /// The option or flag of a name such as `--scope`.
    private mutating func option(_ name: String) -> ArgumentDescription? {
        allArguments.first { $0.names.contains(name) }
    }

    /// The options and flags that can still be given.
    private var options: [Word] {
        mutating get {
            let given = used
            return allArguments.filter { given.isDisjoint(with: $0.names) }.compactMap { argument in
                let name = argument.names.first { $0.hasPrefix("--") } ?? argument.names.first
                return name.map { Word(text: $0, meaning: argument.abstract) }
            }
        }
    }

    private var commands: [Word] {
        guard positionals.isEmpty else { return [] }
        let help = depth == 0 && !listsCommands ? [Word(text: "help", meaning: "Show the help of a command.")] : []
        return command.subcommands.map { Word(text: $0.name, meaning: $0.abstract) } + help
    }

    /// What the positional argument at the cursor may be.
    private var positional: Offer {
        mutating get {
            guard !listsCommands else { return .words([]) }
            let places = allArguments.filter { $0.names.isEmpty && !$0.isAfterTerminator }
            guard positionals.count >= places.count else { return offer(places[positionals.count].values) }
            return places.last?.isRepeating == true ? offer(places.last?.values ?? .anything) : .words([])
        }
    }

    private func offer(_ values: ArgumentDescription.Values, prefix: String = "") -> Offer {
        func offered(_ texts: [String], _ meaning: String = "") -> [Word] {
            texts.map { Word(text: prefix + $0, meaning: meaning) }
        }
        switch values {
        case .anything: return .words([])
        case .words(let words): return .words(offered(words))
        case .files(let extensions): return .files(extensions: extensions)
        case .directories: return .directories
        case .profiles(let words): return .words(offered(profiles(), "profile") + offered(words))
        }
    }
}
#endif
