import BrightnessModel
import LightTraces

/// Draws what each policy makes of half an hour: an office with shadows, a lamp that is switched
/// off and on, and a train.
struct Picture {
  private static let width = 720
  private static let left = 150
  private static let rowHeight = 54
  private let policies: [any Policy.Type]
  private let trace: [Int]

  init(of policies: [any Policy.Type]) {
    self.policies = policies
    trace =
      Traces.shadows(seconds: 600) + Array(repeating: 20, count: 1200) + Traces.office(0.05, seconds: 180)
      + Traces.train(seconds: 900)
  }

  var text: String {
    let height = (policies.count + 1) * Self.rowHeight + 30
    var rows = [
      row(
        0,
        "light in the room",
        "light",
        trace.enumerated().map { tenth, lux in
          (Double(tenth) / 10, Double(AmbientLight(Illuminance(lux: lux)).steps) / Double(AmbientLight.brightest.steps))
        },
        isStepped: false
      )
    ]
    for (index, policy) in policies.enumerated() {
      let run = Automatic.run(policy, over: trace)
      let count = run.changes.count - 1
      let points = run.changes.map { ($0.second, $0.level) }
      rows.append(row(index + 1, "\(policy.title): \(count)", index < 2 ? "own" : "other", points, isStepped: true))
    }
    let marks = [(0, "office, shadows"), (600, "dark"), (720, "office"), (900, "train between trees")].map {
      second,
      name in
      "<text class=\"mark\" x=\"\(x(Double(second)) + 3)\" y=\"\(height - 8)\">\(name)</text>"
        + "<line class=\"grid\" x1=\"\(x(Double(second)))\" x2=\"\(x(Double(second)))\" y1=\"8\" y2=\"\(height - 4)\"/>"
    }
    return """
      <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 \(Self.width) \(height)" role="img">
      <title>Levels that the policies of several programs set in the same half hour, and the number of changes</title>
      <style>
      text { font: 12px sans-serif; fill: #222 } .mark { font-size: 11px; fill: #666 } .grid { stroke: #ccc }
      path { fill: none; stroke-width: 1.5 } .light { stroke: #c80 } .own { stroke: #06c } .other { stroke: #888 }
      @media (prefers-color-scheme: dark) {
      text { fill: #ddd } .mark { fill: #999 } .grid { stroke: #444 } .light { stroke: #fb4 } .own { stroke: #5af } .other { stroke: #aaa }
      }
      </style>
      \((marks + rows).joined(separator: "\n"))
      </svg>
      """
  }

  private func row(
    _ place: Int,
    _ title: String,
    _ style: String,
    _ points: [(second: Double, value: Double)],
    isStepped: Bool
  ) -> String {
    let bottom = (place + 1) * Self.rowHeight
    func y(_ value: Double) -> String { Automatic.tenths(Double(bottom) - value * Double(Self.rowHeight - 14)) }
    var path = ""
    var lastPixel = ""
    for point in points {
      let pixel = "\(x(point.second))"
      // Ten readings a second are more than a picture shows.
      if !isStepped, pixel == lastPixel { continue }
      lastPixel = pixel
      path +=
        path.isEmpty
        ? "M\(pixel) \(y(point.value))" : isStepped ? "H\(pixel)V\(y(point.value))" : "L\(pixel) \(y(point.value))"
    }
    if isStepped { path += "H\(Self.width - 10)" }
    return "<text x=\"8\" y=\"\(bottom - 18)\">\(title)</text><path class=\"\(style)\" d=\"\(path)\"/>"
  }

  private func x(_ second: Double) -> Int {
    Self.left + Int(second * 10) * (Self.width - Self.left - 10) / trace.count
  }
}
