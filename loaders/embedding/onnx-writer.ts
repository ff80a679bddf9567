/**
 * Writes ONNX models as protobuf bytes: the few message types that a graph needs, with the field numbers of onnx.proto
 * (IR version 8, opset 17). A graph of two nodes or the weights of an encoder then need no Python exporter, and the
 * same inputs give the same bytes on every machine.
 */

/** Encoded fields, in order; kept in pieces so that large weights are copied once. */
type Fields = Uint8Array[];

const IR_VERSION = 8;
const OPSET = 17;
const ELEMENT_TYPE = { float32: 1, int64: 7 } as const;

export interface GraphTensor {
  name: string;
  type: keyof typeof ELEMENT_TYPE;
  /** Symbolic names or fixed sizes. */
  dimensions: (string | number)[];
}

export interface Initializer {
  name: string;
  dimensions: number[];
  data: Float32Array | BigInt64Array;
}

export interface GraphNode {
  operator: string;
  inputs: string[];
  outputs: string[];
  attributes?: Record<string, number | number[]>;
}

export interface OnnxGraph {
  name: string;
  nodes: GraphNode[];
  inputs: GraphTensor[];
  outputs: GraphTensor[];
  initializers?: Initializer[];
}

/** ModelProto bytes of a graph. Number attributes are integers, except those whose name says epsilon. */
export function encodeOnnx({ name, nodes, inputs, outputs, initializers = [] }: OnnxGraph): Uint8Array {
  const graph = [
    ...nodes.map((node) => message(1, encodeNode(node))),
    text(2, name),
    ...initializers.map((tensor) => message(5, encodeTensor(tensor))),
    ...inputs.map((tensor) => message(11, encodeTensorInfo(tensor))),
    ...outputs.map((tensor) => message(12, encodeTensorInfo(tensor))),
  ].flat();
  return Buffer.concat([...integer(1, IR_VERSION), ...message(7, graph), ...message(8, integer(2, OPSET))]);
}

function encodeNode({ operator, inputs, outputs, attributes = {} }: GraphNode): Fields {
  return [
    ...inputs.map((name) => text(1, name)),
    ...outputs.map((name) => text(2, name)),
    text(4, operator),
    ...Object.entries(attributes).map(([name, value]) => message(5, encodeAttribute(name, value))),
  ].flat();
}

function encodeAttribute(name: string, value: number | number[]): Fields {
  if (Array.isArray(value))
    return [text(1, name), ...value.map((item) => integer(8, item)), integer(20, 7)].flat();
  if (name === "epsilon") return [text(1, name), float(2, value), integer(20, 1)].flat();
  return [text(1, name), integer(3, value), integer(20, 2)].flat();
}

function encodeTensor({ name, dimensions, data }: Initializer): Fields {
  const type = data instanceof Float32Array ? "float32" : "int64";
  const bytes = new Uint8Array(data.buffer, data.byteOffset, data.byteLength); // little-endian, as every Node platform is
  return [
    ...dimensions.map((size) => integer(1, size)),
    integer(2, ELEMENT_TYPE[type]),
    text(8, name),
    message(9, [bytes]),
  ].flat();
}

function encodeTensorInfo({ name, type, dimensions }: GraphTensor): Fields {
  const shape = dimensions
    .map((size) => message(1, typeof size === "string" ? text(2, size) : integer(1, size)))
    .flat();
  return [
    text(1, name),
    message(2, message(1, [...integer(1, ELEMENT_TYPE[type]), ...message(2, shape)])),
  ].flat();
}

const VARINT = 0;
const LENGTH_DELIMITED = 2;
const FIXED32 = 5;

const integer = (field: number, value: number): Fields => [varint((field << 3) | VARINT), varint(value)];

function message(field: number, body: Fields): Fields {
  const length = body.reduce((sum, { length }) => sum + length, 0);
  return [varint((field << 3) | LENGTH_DELIMITED), varint(length), ...body];
}

const text = (field: number, value: string): Fields => message(field, [Buffer.from(value, "utf8")]);

function float(field: number, value: number): Fields {
  const bytes = Buffer.alloc(4);
  bytes.writeFloatLE(value);
  return [varint((field << 3) | FIXED32), bytes];
}

function varint(value: number): Uint8Array {
  const bytes: number[] = [];
  let rest = value;
  for (; rest > 127; rest = Math.floor(rest / 128)) bytes.push((rest % 128) | 128);
  return Uint8Array.of(...bytes, rest);
}
