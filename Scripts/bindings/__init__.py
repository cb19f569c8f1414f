"""Facts about Apple's frameworks from public bindings, for Scripts/apple-facts."""
