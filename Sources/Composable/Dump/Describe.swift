/// x
public func describe(_ value: Any) -> String { "" }
