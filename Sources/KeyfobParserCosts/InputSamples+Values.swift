import KeyfobCore
import KeyfobIdPCore
import KeyfobOAuth

/// The content of the parameters and fields of a request.
extension InputSamples {
    static let values: [InputSample] = [
        // From this size on: below it, moving the other elements costs less than reading one.
        InputSample(name: "scopes", start: 4000, limit: limits.scopes) { size in
            // From the last to the first, the worst order for insertion into a sorted list.
            let text = text(size, " ") { "Scope.\(9_000_000 - $0)" }
            return { _ = ScopeSet(spaceSeparated: text) }
        },
        InputSample(name: "scopes of combining marks", start: 100, limit: limits.scopes) { size in
            let text = text(size, " ") { marks(6) + "\(9_000_000 - $0)" }
            return { _ = ScopeSet(spaceSeparated: text) }
        },
        InputSample(name: "one scope of combining marks", start: 500, limit: limits.formBytes / 6) { size in
            let text = marks(size) + " " + marks(size + 1)
            return { _ = ScopeSet(spaceSeparated: text) }
        },
        InputSample(name: "scopes in a token request", start: 4000, limit: limits.scopes) { size in
            let form = FormParameters([
                ("grant_type", "refresh_token"), ("refresh_token", "x"),
                ("scope", text(size, " ") { "api://files/Scope.\(9_000_000 - $0)" }),
            ])
            return { _ = try? TokenRequest(parsing: form) }
        },
        InputSample(name: "claims", start: 200, limit: limits.claims) { size in
            let text = #"{"id_token":{"amr":{"values":["# + text(size, ",") { "\"m\($0)\"" } + "]}}}"
            return { _ = try? RequestedClaims(text, limits: raisedLimits) }
        },
        InputSample(name: "capabilities of two requests", start: 200, limit: limits.claims) { size in
            func claims(_ letter: String) -> RequestedClaims? {
                try? RequestedClaims(
                    #"{"access_token":{"xms_cc":{"values":["# + text(size, ",") { "\"\(letter)\($0)\"" } + "]}}}",
                    limits: raisedLimits)
            }
            let (first, second) = (claims("a") ?? RequestedClaims(), claims("b") ?? RequestedClaims())
            return { _ = first.merging(second) }
        },
        InputSample(name: "user code", start: 1000, limit: limits.formBytes) { size in
            let typed = String(repeating: "b-c ", count: size / 4)
            return { _ = UserCode.hash(typed) }
        },
        InputSample(name: "PKeyAuth: parameters", start: 100, limit: (32 << 10) / 8) { size in
            let field = "PKeyAuth " + text(size, ", ") { "a\($0)=\"b\\c\"" }
            return { _ = try? PKeyAuthResponse.parse(field) }
        },
        InputSample(name: "PKeyAuth: challenges", start: 100, limit: (32 << 10) / 4) { size in
            let field = text(size, ", ") { _ in "a b" }
            return { _ = try? PKeyAuthResponse.parse(field) }
        },
        InputSample(name: "PKeyAuth: commas and blanks", start: 1000, limit: 32 << 10) { size in
            let field = "PKeyAuth a" + String(repeating: " ,", count: size / 2)
            return { _ = try? PKeyAuthResponse.parse(field) }
        },
    ]
}
