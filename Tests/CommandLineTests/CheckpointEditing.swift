import Experiments

/// Rewrites a checkpoint with other numbers or another kind, its checksums right.
func rewriteCheckpoint(
  _ path: String, kind: String? = nil, editing edit: (String, inout [Float]) -> Void = { _, _ in }
) throws {
  let reader = try SafetensorsReader(opening: path)
  var floats: [String: [Float]] = [:]
  var integers: [String: [Int64]] = [:]
  for tensor in reader.tensors {
    if tensor.type == .int64 {
      integers[tensor.name] = try reader.array(tensor.name, of: Int64.self)
    } else {
      var numbers = try reader.array(tensor.name, of: Float.self)
      edit(tensor.name, &numbers)
      floats[tensor.name] = numbers
    }
  }
  let written = ["kind", "format_version", "data_crc32", "header_crc32"]
  let writer = SafetensorsWriter(
    kind: kind ?? reader.kind, formatVersion: 1,
    metadata: reader.metadata.filter { !written.contains($0.key) }, tensors: reader.tensors)
  let tensors = reader.tensors
  try writer.write(to: path) { sink throws(FileError) in
    for tensor in tensors {
      if let numbers = floats[tensor.name] { try sink.append(numbers.span) }
      if let numbers = integers[tensor.name] { try sink.append(numbers.span) }
    }
  }
}
