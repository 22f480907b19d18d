import EventLoop
import Glibc

extension SmallFile {
  /// All that the file holds, or why that is not to be trusted; nil where there is no file.
  func read() throws(LightError) -> Result<[UInt8], StateFlaw>? {
    try folder.withDescriptor { (folder) throws(LightError) -> Result<[UInt8], StateFlaw>? in
      let flags = O_RDONLY | O_NOFOLLOW | O_NONBLOCK
      do throws(SystemError) {
        let number = try systemCall("open", path) { calls.open(name, in: folder, flags) }
        return Self.content(of: Descriptor(owning: number), limit: limit)
      } catch {
        if error.code.isShortage { throw .refused(error) }
        switch error.code.rawValue {
        case ENOENT: return nil
        case ELOOP: return .failure(.link)
        default: return .failure(.unreadable(error.code))
        }
      }
    }
  }

  private static func content(of file: consuming Descriptor, limit: Int) -> Result<[UInt8], StateFlaw> {
    var status = stat()
    guard fstat(file.number, &status) == 0 else { return .failure(.unreadable(ErrorCode(rawValue: errno))) }
    if let flaw = StateFlaw(of: status, for: geteuid()) { return .failure(flaw) }
    var bytes = [UInt8](repeating: 0, count: limit + 1)
    let count = Glibc.read(file.number, &bytes, bytes.count)
    guard count >= 0 else { return .failure(.unreadable(ErrorCode(rawValue: errno))) }
    return count > limit ? .failure(.tooLong(limit: limit)) : .success(Array(bytes.prefix(count)))
  }
}

extension StateFlaw {
  /// What a file's own properties say against it to a process of `user`.
  init?(of status: stat, for user: uid_t) {
    if status.st_mode & S_IFMT != S_IFREG {
      self = .noFile
    } else if status.st_uid != user {
      self = .foreign(owner: status.st_uid, wanted: user)
    } else if status.st_mode & (S_IWGRP | S_IWOTH) != 0 {
      self = .writableByOthers(mode: status.st_mode & 0o777)
    } else {
      return nil
    }
  }
}
