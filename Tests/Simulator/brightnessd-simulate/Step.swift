import BrightnessModel
import RandomHistories

/// A step of a history. Numbers of clients, lights and scenes are taken modulo those that there
/// are, so that a shorter history has a meaning too.
enum Step: Codable, Equatable {
  // Clients.
  case connect(user: Int)
  case call(client: Int, SimulatedCall)
  /// Several calls at once, without waiting for a reply.
  case pipeline(client: Int, count: Int)
  case sendStrange(client: Int, Int)
  /// Stops writing.
  case finish(client: Int)
  case close(client: Int)
  case read(client: Int, Bool)
  /// The client's process ends; a forked child may keep the socket.
  case die(client: Int, keepsSocket: Bool)
  // The machine.
  /// The user changes a light once the daemon rests.
  case move(light: Int, place: Int, ChangeSource)
  /// The user changes a light at once, whatever the daemon does, and the event comes when it comes.
  /// A number above those of all lights is that of a light that the daemon has something to do
  /// with, if there is one.
  case moveNow(light: Int, place: Int, ChangeSource, EventTime)
  case fault(light: Int, Fault)
  case heal(light: Int)
  case hang(light: Int, Bool)
  case unplug(light: Int)
  case plug(light: Int, place: Int, asOther: Bool)
  case seat(SeatChange)
  case pass(milliseconds: Int)
  case resume(seconds: Int)
  case fullDisk(Bool)
  /// From now on GNOME runs, which reads levels of the panel after so many steps, and has its
  /// answers written in so many milliseconds.
  case desktop(delay: Int, latency: Int)
  /// The light in the room is so many lux from now on, and each reading up to so many percent
  /// brighter or darker.
  case room(lux: Int, noise: Int)
  /// What is wrong with the sensor; nil for nothing.
  case sensor(SensorFault?)
  case plugSensor(Bool)
  /// The panel is lit, or not, as while the lid is closed.
  case panelPower(Bool)
  // The daemon.
  /// A thread goes on until it has come to a light's file so many times.
  case runThread(Int, files: Int)
  /// It does everything that it can do now.
  case runUntilIdle
  case reload(Int)
  /// It is killed, and starts after so many steps of the rest of the world.
  case kill(down: Int)
  /// It is killed before it makes so many more calls of the kernel.
  case killAt(calls: Int)
  /// Its next but so many call of the kernel fails, with one of the errors that it may give.
  case fail(calls: Int, choice: Int)
  /// SIGUSR1: the next one takes over.
  case replace
  /// SIGTERM: every session ends.
  case stop
  /// It is killed, and `--restore` runs in its place.
  case restore
  case reboot
}

/// What happens at the seat's terminals. Users are numbers in `User.all`.
enum SeatChange: Codable, Equatable {
  /// A session of the user begins at the terminal that is shown.
  case logIn(Int)
  /// The newest session of the user ends.
  case logOut(Int)
  /// The terminal of the user's newest session is shown, or nil: one without a session, as
  /// nvidia-sleep.sh shows terminal 63 before the machine sleeps.
  case show(Int?)
}

enum SimulatedCall: Codable, Equatable {
  case push(ScenePlan)
  case appear(Int)
  case disappear(Int)
  case pop(Int)
  case hold(ScenePlan)
  case set(light: Int, percent: Int, fade: Int?)
  /// Changes automatic brightness of a light, or nil: without the name of one.
  case automatic(AutomaticCall, light: Int?)
  case watch, list, sessions, report
  /// Ends the session of a client, or nil: one that is no more.
  case cancel(client: Int?)
  case reset(all: Bool)
}

/// A method of the interface for automatic brightness.
enum AutomaticCall: String, Codable, CaseIterable {
  case turnOn = "TurnOn"
  case turnOff = "TurnOff"
  case forget = "Forget"
}

struct ScenePlan: Codable, Equatable {
  enum Target: Codable, Equatable {
    case pictures
    case kind(LightKind)
    case light(Int)
  }

  enum Rule: String, Codable, CaseIterable {
    case exactly, atLeast, atMost, scaled
  }

  struct Claim: Codable, Equatable {
    var target: Target
    var rule: Rule
    var percent: Int
  }

  var claims: [Claim]
  var priority: Priority
  var policy: ChangePolicy
  var expires: Int?
  var fade: Int?
}

/// When the kernel's event of a change reaches the daemon.
enum EventTime: Codable, Equatable {
  case atOnce
  case after(steps: Int)
  /// Together with the light's next event.
  case withNext
  /// As with most LEDs.
  case never
}

/// Faults of a driver at a write.
enum Fault: Codable, Equatable {
  case code(CInt)
  /// It reports an error, but has taken the level.
  case codeAfterTaking(CInt)
  /// It reports success, and has done nothing.
  case ignored
  /// It shows only levels that this number divides.
  case rounded(Int)
  case unreadable(CInt)
}

extension Step {
  static let clients = 64
  static let lights = 6

  init(_ random: inout SeededRandom) {
    let client = random.number(below: Self.clients)
    switch random.number(below: 1000) {
    case 0..<60: self = .connect(user: random.one(of: [0, 1, 1, 1, 2, 2, 2, 3, 4]))
    case 60..<500: self = .call(client: client, SimulatedCall(&random))
    case 500..<560: self = .client(client, &random)
    case 560..<680: self = .machine(random.number(below: Self.lights), &random)
    case 680..<770: self = .moveNow(&random)
    case 770..<976: self = .time(&random)
    default: self = .daemon(&random)
    }
  }

  private static func client(_ client: Int, _ random: inout SeededRandom) -> Step {
    switch random.number(below: 14) {
    case 0: .pipeline(client: client, count: 1 + random.number(below: 40))
    case 1: .sendStrange(client: client, random.number(below: 64))
    case 2: .finish(client: client)
    case 3...5: .close(client: client)
    case 6: .read(client: client, random.oneIn(2))
    default: .die(client: client, keepsSocket: random.oneIn(2))
    }
  }

  private static func machine(_ light: Int, _ random: inout SeededRandom) -> Step {
    switch random.number(below: 80) {
    case 0...35: .move(light: light, place: random.number(below: 1001), random.one(of: ChangeSource.allCases))
    case 36...41: .fault(light: light, random.one(of: Fault.all))
    case 42...55: .heal(light: light)
    case 56...58: .hang(light: light, random.oneIn(3))
    case 59...62: .unplug(light: light)
    case 63...71: .plug(light: light, place: random.number(below: 1001), asOther: random.oneIn(3))
    case 72: .fullDisk(random.oneIn(3))
    default: .seat(SeatChange(&random))
    }
  }

  private static func moveNow(_ random: inout SeededRandom) -> Step {
    let time: EventTime =
      switch random.number(below: 8) {
      case 0...2: .atOnce
      case 3...4: .after(steps: 1 + random.number(below: 12))
      case 5: .withNext
      default: .never
      }
    let (light, place) = (random.number(below: 2 * Self.lights), random.number(below: 1001))
    return .moveNow(light: light, place: place, random.one(of: ChangeSource.allCases), time)
  }

  static func gnome(_ random: inout SeededRandom) -> Step {
    .desktop(delay: random.number(below: 4), latency: random.one(of: [0, 0, 20, 50, 150, 400]))
  }

  /// A level of the panel, or a time in which some of it is shown.
  static func ofPanel(_ random: inout SeededRandom) -> Step {
    let client = random.number(below: clients)
    let percent = random.number(below: 101)
    let fade = random.oneIn(2) ? random.one(of: [300, 1000]) : nil
    switch random.number(below: 6) {
    case 0...1: return .call(client: client, .set(light: 0, percent: max(1, percent), fade: fade))
    case 2:
      let claim = ScenePlan.Claim(target: .kind(.panel), rule: .exactly, percent: percent)
      let plan = ScenePlan(claims: [claim], priority: .normal, policy: .yield, fade: fade)
      return .call(client: client, .hold(plan))
    case 3: return .close(client: client)
    default: return .pass(milliseconds: random.one(of: [10, 40, 40, 270]))
    }
  }

  /// All screens and a keyboard follow the light in the room.
  static let followsRoom: [Step] = [
    .connect(user: 0), .call(client: 0, .automatic(.turnOn, light: nil)), .runUntilIdle,
    .call(client: 0, .automatic(.turnOn, light: 4)), .pass(milliseconds: 5200),
  ]

  /// The room changes, or automatic brightness is used, or time passes in which it works.
  static func ofRoom(_ random: inout SeededRandom) -> Step {
    let client = random.number(below: clients)
    let light = random.oneIn(4) ? nil : random.number(below: lights)
    switch random.number(below: 40) {
    case 0...13:
      let lux = random.one(of: [0, 1, 4, 9, 20, 60, 150, 300, 400, 1000, 3000, 9000, 30_000, 100_000])
      return .room(lux: lux, noise: random.one(of: [0, 0, 5, 12]))
    case 14...15: return .sensor(random.one(of: SensorFault.all))
    case 16...19: return .sensor(nil)
    case 20: return .plugSensor(random.oneIn(2))
    case 21: return .panelPower(random.oneIn(2))
    case 22...23: return .panelPower(true)
    case 24...26: return .call(client: client, .automatic(random.one(of: AutomaticCall.allCases), light: light))
    case 27...28: return .call(client: client, .automatic(.turnOn, light: light))
    case 29: return .plugSensor(true)
    default: return .pass(milliseconds: random.one(of: [1100, 5200, 5200, 15_000, 61_000, 240_000]))
    }
  }

  private static func time(_ random: inout SeededRandom) -> Step {
    switch random.number(below: 40) {
    case 0...19: .runUntilIdle
    case 20...29: .runThread(random.number(below: 8), files: random.number(below: 4))
    case 30: .resume(seconds: 1 + random.number(below: 9000))
    default: .pass(milliseconds: random.one(of: [1, 40, 270, 1100, 5200, 61_000]))
    }
  }

  private static func daemon(_ random: inout SeededRandom) -> Step {
    switch random.number(below: 30) {
    case 0...7: .kill(down: random.oneIn(2) ? 0 : random.number(below: 6))
    case 8...9: .killAt(calls: 1 + random.number(below: 300))
    case 10...13: .replace
    case 14...16: .reload(random.number(below: 3))
    case 17: .restore
    case 18: .stop
    case 19...28: .fail(calls: 1 + random.number(below: 200), choice: random.number(below: 60))
    default: .reboot
    }
  }
}

extension SeatChange {
  fileprivate init(_ random: inout SeededRandom) {
    let user = random.number(below: 4)
    self =
      switch random.number(below: 8) {
      case 0...2: .logIn(user)
      case 3...4: .logOut(user)
      case 5...6: .show(user)
      default: .show(nil)
      }
  }
}

extension Fault {
  fileprivate static let all: [Fault] = [
    .code(5), .code(16), .code(13), .code(19), .code(22), .code(30), .code(110), .codeAfterTaking(5), .ignored,
    .rounded(7), .unreadable(5), .unreadable(19),
  ]
}

extension SimulatedCall {
  fileprivate init(_ random: inout SeededRandom) {
    let scene = random.number(below: 4)
    switch random.number(below: 100) {
    case 0...15: self = .push(ScenePlan(&random))
    case 16...39: self = .appear(scene)
    case 40...44: self = .disappear(scene)
    case 45...50: self = .pop(scene)
    case 51...72: self = .hold(ScenePlan(&random))
    case 73...87:
      let fade = random.oneIn(4) ? random.one(of: [40, 300]) : nil
      self = .set(light: random.number(below: Step.lights), percent: 1 + random.number(below: 100), fade: fade)
    case 88...90: self = .watch
    case 91...92: self = .list
    case 93...94: self = .sessions
    case 95...96: self = .report
    case 97...98: self = .cancel(client: random.oneIn(5) ? nil : random.number(below: Step.clients))
    default: self = .reset(all: random.oneIn(3))
    }
  }
}

extension ScenePlan {
  fileprivate init(_ random: inout SeededRandom) {
    let targets: [Target] = [
      .pictures, .pictures, .kind(.keyboard), .kind(.panel), .kind(.monitor), .light(random.number(below: Step.lights)),
    ]
    claims = (0...random.number(below: 3)).map { _ in
      Claim(target: random.one(of: targets), rule: random.one(of: Rule.allCases), percent: random.number(below: 101))
    }
    priority = random.one(of: Priority.allCases)
    policy = random.one(of: ChangePolicy.allCases)
    expires = random.oneIn(4) ? random.one(of: [900, 4000, 50_000]) : nil
    fade = random.oneIn(6) ? random.one(of: [40, 300]) : nil
  }
}

/// A user with processes; 44 is the group whose members may change lights.
struct User {
  let number: UInt32
  let group: UInt32
  var otherGroup: UInt32 = 0

  var isMember: Bool { number == 0 || group == 44 || otherGroup == 44 }

  static let all = [
    User(number: 0, group: 0), User(number: 1000, group: 1000, otherGroup: 44), User(number: 1001, group: 44),
    User(number: 1002, group: 1002), User(number: 1003, group: 1003),
  ]
}
