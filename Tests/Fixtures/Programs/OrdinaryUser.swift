import Glibc

/// Runs on this thread without root's rights over files, by which root may list every folder.
public func asOrdinaryUser<Result: ~Copyable>(_ body: () throws -> Result) rethrows -> Result {
  typealias Call = @convention(c) (uid_t) -> CInt
  // <sys/fsuid.h> is no part of the module.
  let setUser = unsafeBitCast(dlsym(nil, "setfsuid"), to: Call.self)
  if geteuid() == 0 { _ = setUser(65_534) }
  defer { _ = setUser(geteuid()) }
  return try body()
}
