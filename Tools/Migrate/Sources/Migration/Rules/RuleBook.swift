/// Every rule, indexed for look-up.
public struct RuleBook: Sendable {
    /// Every rule, family by family.
    public static let all = RuleBook(
        RuleFamilies.adalContext + RuleFamilies.adalAcquiring + RuleFamilies.adalResults + RuleFamilies.adalCache
            + RuleFamilies.adalErrors + RuleFamilies.adalLogging + RuleFamilies.msalClient + RuleFamilies.msalAcquiring
            + RuleFamilies.msalAccounts + RuleFamilies.msalLogging + RuleFamilies.msalErrors)

    /// The rules in their order.
    public let rules: [Rule]
    private var exact: [Pattern: Rule] = [:]
    private var prefixes: [(prefix: String, rule: Rule)] = []
    private var calls: [String: [(first: String?, without: String?, rule: Rule)]] = [:]
    private var messages: [String: [(also: [String], without: String?, rule: Rule)]] = [:]

    /// Indexes rules; if two have the same pattern the first applies.
    public init(_ rules: [Rule]) {
        self.rules = rules
        for rule in rules {
            for pattern in rule.patterns {
                switch pattern {
                case .prefix(let prefix): prefixes.append((prefix, rule))
                case .call(let name, let first, let without): calls[name, default: []].append((first, without, rule))
                case .message(let first, let also, let without):
                    messages[first, default: []].append((also, without, rule))
                default: if exact[pattern] == nil { exact[pattern] = rule }
                }
            }
        }
    }

    func rule(_ pattern: Pattern) -> Rule? { exact[pattern] }

    /// The rule itself, or the one that its exception names for these arguments.
    func rule(_ rule: Rule, given arguments: [String: String]) -> Rule {
        guard let exception = rule.exception, let value = arguments[exception.argument],
            exception.values.contains(where: { value.hasSuffix($0) })
        else { return rule }
        return rules.first { $0.id == exception.rule } ?? rule
    }

    /// The rule for an identifier in any place.
    func rule(name: String) -> Rule? {
        if let rule = exact[.name(name)] { return rule }
        return prefixes.first { name.count > $0.prefix.count && name.hasPrefix($0.prefix) }?.rule
    }

    /// The rule for a Swift call; `_` means an argument without a label.
    func rule(call name: String, labels: [String]) -> Rule? {
        calls[name]?.first { entry in
            (entry.first == nil || entry.first == labels.first) && !labels.contains { $0 == entry.without }
        }?.rule
    }

    /// The rule for an initialiser in Swift.
    func rule(creating type: String, labels: [String]) -> Rule? {
        for label in labels { if let rule = exact[.creation(type, label: label)] { return rule } }
        return nil
    }

    /// The rule for an Objective-C message, by its keywords without colons.
    func rule(message keywords: [String]) -> Rule? {
        guard let first = keywords.first else { return nil }
        return messages[first]?.first { entry in
            entry.also.allSatisfy(keywords.contains) && !keywords.contains { $0 == entry.without }
        }?.rule
    }

    /// The library that a module or a header belongs to.
    static func library(imported name: String) -> Rule.Library? {
        let file = name.split(separator: "/").last.map(String.init) ?? name
        let module = name.split(separator: "/").first.map(String.init) ?? name
        if ["ADAL", "ADALiOS", "ADALMac"].contains(module) || file.hasPrefix("ADAL") || adalHeaders.contains(file) {
            return .adal
        }
        return module == "MSAL" || file == "MSAL.h" ? .msal : nil
    }

    private static let adalHeaders: Set<String> = [
        "ADAuthenticationContext.h", "ADAuthenticationResult.h", "ADAuthenticationError.h",
        "ADAuthenticationSettings.h", "ADAuthenticationParameters.h", "ADTokenCacheItem.h", "ADUserInformation.h",
        "ADUserIdentifier.h", "ADKeychainTokenCache.h", "ADTokenCache.h", "ADLogger.h", "ADTelemetry.h",
        "ADErrorCodes.h", "ADWebAuthController.h",
    ]
}

/// The families of rules, one in each file.
enum RuleFamilies {}
