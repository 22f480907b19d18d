import BrightnessEventLoop
import BrightnessVarlink

struct Measuring: JSONObjectReadable, JSONObjectWritable {
  var room: String
  var unit: Unit?

  enum Unit: String, CaseIterable, JSONReadable, JSONWritable {
    case celsius, kelvin
  }

  init(room: String, unit: Unit? = nil) {
    self.room = room
    self.unit = unit
  }

  init(fields: inout JSONFields) throws(InvalidParameter) {
    room = try fields.read("room")
    unit = try fields.read("unit")
  }

  func writeFields(to writer: inout JSONWriter) {
    writer.field("room", room)
    writer.field("unit", unit)
  }
}

struct Temperature: JSONObjectReadable, JSONObjectWritable {
  var degrees: Double

  init(degrees: Double) {
    self.degrees = degrees
  }

  init(fields: inout JSONFields) throws(InvalidParameter) {
    degrees = try fields.read("degrees")
  }

  func writeFields(to writer: inout JSONWriter) {
    writer.field("degrees", degrees)
  }
}

enum ThermometerError: MethodError {
  case noSuchRoom(String)

  var name: String { "org.example.Thermometer.NoSuchRoom" }

  init?(name: String, fields: inout JSONFields) throws(InvalidParameter) {
    guard name == "org.example.Thermometer.NoSuchRoom" else { return nil }
    self = .noSuchRoom(try fields.read("room"))
  }

  func writeFields(to writer: inout JSONWriter) {
    switch self {
    case .noSuchRoom(let room): writer.field("room", room)
    }
  }
}

let thermometerDescription = """
  interface org.example.Thermometer

  method Measure(room: string, unit: ?(celsius, kelvin)) -> (degrees: float)

  error NoSuchRoom (room: string)

  """

func serveThermometer(at path: String, on loop: EventLoop) throws -> VarlinkServer {
  let measure = ServedMethod("Measure") { (call, request: Measuring) in
    guard request.room == "kitchen" else { return call.fail(ThermometerError.noSuchRoom(request.room)) }
    call.reply(Temperature(degrees: request.unit == .kelvin ? 294.15 : 21))
  }
  let thermometer = ServedInterface("org.example.Thermometer", description: thermometerDescription, [measure])
  let service = Service(
    vendor: "Example",
    product: "Thermometer",
    version: "1",
    url: "https://example.org",
    interfaces: [thermometer]
  )
  let server = VarlinkServer(service, on: loop)
  try server.listen(at: path, mode: 0o666)
  return server
}

func degrees(in room: String, from address: String, on loop: EventLoop) async throws -> Double? {
  let client = try VarlinkClient(connectingTo: address, on: loop)
  do throws(CallError) {
    let answer: Temperature = try await client.call("org.example.Thermometer.Measure", Measuring(room: room))
    return answer.degrees
  } catch {
    guard case .noSuchRoom = error.answer(as: ThermometerError.self) else { throw error }
    return nil
  }
}
