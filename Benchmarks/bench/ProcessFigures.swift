import Glibc

/// The number of threads of a process.
func threads(of process: pid_t) -> Int {
  entries(of: "/proc/\(process)/task").count
}

/// The number of voluntary and involuntary context switches of a process.
func switches(of process: pid_t) -> Int {
  var count = 0
  for thread in entries(of: "/proc/\(process)/task") {
    for line in lines(of: "/proc/\(process)/task/\(thread)/status") where line.contains("ctxt_switches:") {
      count += Int(line.split { $0 == "\t" || $0 == " " }.last ?? "") ?? 0
    }
  }
  return count
}

/// How often each thread of a process has waited, by the number of the thread; that of the process
/// is its first thread's.
func waits(of process: pid_t) -> [pid_t: Int] {
  var counts: [pid_t: Int] = [:]
  for thread in entries(of: "/proc/\(process)/task").compactMap({ pid_t($0) }) {
    for line in lines(of: "/proc/\(process)/task/\(thread)/status") where line.hasPrefix("voluntary_ctxt_switches:") {
      counts[thread] = Int(line.split { $0 == "\t" || $0 == " " }.last ?? "")
    }
  }
  return counts
}

/// The microseconds of processor time that a process has used. Other processes do not count.
func processorTime(of process: pid_t) -> Double {
  var clock = clockid_t()
  var time = timespec()
  guard clock_getcpuclockid(process, &clock) == 0, clock_gettime(clock, &time) == 0 else { return .nan }
  return Double(time.tv_sec) * 1e6 + Double(time.tv_nsec) / 1e3
}

private func entries(of folder: String) -> [String] {
  guard let folder = opendir(folder) else { return [] }
  defer { closedir(folder) }
  var names: [String] = []
  while let entry = readdir(folder) {
    let name = withUnsafePointer(to: &entry.pointee.d_name) { pointer in
      pointer.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
    }
    if !name.hasPrefix(".") { names.append(name) }
  }
  return names
}

private func lines(of path: String) -> [Substring] {
  guard let file = fopen(path, "r") else { return [] }
  defer { fclose(file) }
  var bytes = [UInt8](repeating: 0, count: 8_192)
  let count = fread(&bytes, 1, bytes.count, file)
  return String(decoding: bytes.prefix(count), as: UTF8.self).split(separator: "\n")
}

/// The kilobytes of a process's memory for a key of smaps_rollup: Rss, Pss, Anonymous.
func kilobytes(_ key: String, of process: pid_t) -> Double {
  for line in lines(of: "/proc/\(process)/smaps_rollup") where line.hasPrefix("\(key):") {
    return Double(line.split(separator: " ")[1]) ?? .nan
  }
  return .nan
}
