import { encodeOnnx, type GraphNode, type Initializer } from "./onnx-writer.ts";
import { readSafetensors, type FloatTensor } from "./safetensors.ts";

/**
 * The encoder of MPNet (Song et al. 2020) as an ONNX graph, from its safetensors: BERT's post-norm layers with one
 * relative position bias that all layers share. Written here because the published weights that a registry can bring
 * are not ONNX, and an exporter would be a two-gigabyte tool whose bytes change with its version.
 */
interface MpnetShape {
  layers: number;
  heads: number;
  width: number;
  /** Longest input; the position tables are cut to it. */
  length: number;
}

const ALL_MPNET_BASE_V2: MpnetShape = { layers: 12, heads: 12, width: 768, length: 384 };
const EPSILON = 1e-5;
/** Position ids start after the padding id, 1. */
const FIRST_POSITION = 2;
const BUCKETS = 32;
const FARTHEST = 128;

/** Model bytes with inputs input_ids and attention_mask and output last_hidden_state. */
export function mpnetGraph(safetensorsFile: string, shape = ALL_MPNET_BASE_V2): Uint8Array {
  const tensors = readSafetensors(safetensorsFile);
  const builder = new MpnetBuilder(tensors, shape);
  builder.build();
  return encodeOnnx({
    name: "mpnet",
    nodes: builder.nodes,
    initializers: builder.initializers,
    inputs: [
      { name: "input_ids", type: "int64", dimensions: ["batch", "length"] },
      { name: "attention_mask", type: "int64", dimensions: ["batch", "length"] },
    ],
    outputs: [{ name: "last_hidden_state", type: "float32", dimensions: ["batch", "length", shape.width] }],
  });
}

/**
 * Which learned bias belongs to a distance: half of the buckets for each direction, exact up to 8, then logarithmic up
 * to 128. Each step is rounded to float32, as the reference implementation computes it.
 */
export function relativeBucket(from: number, to: number): number {
  const half = BUCKETS / 2;
  const exact = half / 2;
  const side = to > from ? half : 0;
  const distance = Math.abs(to - from);
  if (distance < exact) return side + distance;
  const scaled = Math.fround(
    Math.fround(Math.log(distance / exact)) / Math.fround(Math.log(FARTHEST / exact)),
  );
  return side + Math.min(half - 1, exact + Math.trunc(Math.fround(scaled * (half - exact))));
}

class MpnetBuilder {
  readonly nodes: GraphNode[] = [];
  readonly initializers: Initializer[] = [];
  readonly #tensors: Map<string, FloatTensor>;
  readonly #shape: MpnetShape;

  constructor(tensors: Map<string, FloatTensor>, shape: MpnetShape) {
    this.#tensors = tensors;
    this.#shape = shape;
  }

  build(): void {
    const { layers, width, heads } = this.#shape;
    this.#integers("split_shape", [0, 0, heads, width / heads]);
    this.#integers("joined_shape", [0, 0, width]);
    this.#constant("score_scale", [], Float32Array.of(1 / Math.sqrt(width / heads)));
    const bias = this.#attentionBias();
    let hidden = this.#embeddings();
    for (let layer = 0; layer < layers; layer++) hidden = this.#layer(`encoder.layer.${layer}`, hidden, bias);
    this.nodes.push({ operator: "Identity", inputs: [hidden], outputs: ["last_hidden_state"] });
  }

  #embeddings(): string {
    const { length, width } = this.#shape;
    const words = this.#weight("embeddings.word_embeddings.weight");
    const table = this.#tensor("embeddings.position_embeddings.weight").data;
    this.#constant(
      "positions",
      [length, width],
      table.slice(FIRST_POSITION * width, (FIRST_POSITION + length) * width),
    );
    const word = this.#node("Gather", [words, "input_ids"]);
    const position = this.#node("Slice", ["positions", "zero", this.#length(), "zero"]);
    return this.#norm("embeddings.LayerNorm", this.#node("Add", [word, position]));
  }

  /** Relative position bias of all heads, minus a large number at padding: batch x heads x length x length. */
  #attentionBias(): string {
    const { length, heads } = this.#shape;
    const { data } = this.#tensor("encoder.relative_attention_bias.weight");
    const table = new Float32Array(heads * length * length);
    for (let from = 0; from < length; from++) {
      for (let to = 0; to < length; to++) {
        const bucket = relativeBucket(from, to);
        for (let head = 0; head < heads; head++)
          table[(head * length + from) * length + to] = data[bucket * heads + head]!;
      }
    }
    this.#constant("relative_bias", [1, heads, length, length], table);
    this.#constant("one", [], Float32Array.of(1));
    this.#constant("far_below", [], Float32Array.of(-1e9));
    this.#integers("zero", [0]);
    this.#integers("one_index", [1]);
    this.#integers("two_zeros", [0, 0]);
    this.#integers("last_axes", [2, 3]);
    this.#integers("mask_axes", [1, 2]);
    const ends = this.#node("Concat", [this.#length(), this.#length()], { axis: 0 });
    const relative = this.#node("Slice", ["relative_bias", "two_zeros", ends, "last_axes"]);
    const mask = this.#node("Cast", ["attention_mask"], { to: 1 });
    const padding = this.#node("Mul", [this.#node("Sub", ["one", mask]), "far_below"]);
    return this.#node("Add", [relative, this.#node("Unsqueeze", [padding, "mask_axes"])]);
  }

  #inputLength = "";

  /** The length of the input at hand, as a one-element tensor. */
  #length(): string {
    if (this.#inputLength === "") {
      this.#inputLength = this.#node("Gather", [this.#node("Shape", ["input_ids"]), "one_index"]);
    }
    return this.#inputLength;
  }

  #layer(name: string, hidden: string, bias: string): string {
    const attended = this.#attention(`${name}.attention.attn`, hidden, bias);
    const middle = this.#norm(`${name}.attention.LayerNorm`, this.#node("Add", [attended, hidden]));
    const inner = this.#gelu(this.#linear(`${name}.intermediate.dense`, middle));
    const outer = this.#linear(`${name}.output.dense`, inner);
    return this.#norm(`${name}.output.LayerNorm`, this.#node("Add", [outer, middle]));
  }

  #attention(name: string, hidden: string, bias: string): string {
    const split = (part: string, permutation: number[]): string =>
      this.#node(
        "Transpose",
        [this.#node("Reshape", [this.#linear(`${name}.${part}`, hidden), "split_shape"])],
        {
          perm: permutation,
        },
      );
    const [query, key, value] = [
      split("q", [0, 2, 1, 3]),
      split("k", [0, 2, 3, 1]),
      split("v", [0, 2, 1, 3]),
    ];
    const scores = this.#node("Mul", [this.#node("MatMul", [query, key]), "score_scale"]);
    const shares = this.#node("Softmax", [this.#node("Add", [scores, bias])], { axis: 3 });
    const mixed = this.#node("Transpose", [this.#node("MatMul", [shares, value])], { perm: [0, 2, 1, 3] });
    return this.#linear(`${name}.o`, this.#node("Reshape", [mixed, "joined_shape"]));
  }

  /** x / 2 * (1 + erf(x / sqrt 2)), in the form that onnxruntime fuses. */
  #gelu(input: string): string {
    if (!this.initializers.some(({ name }) => name === "half")) {
      this.#constant("half", [], Float32Array.of(0.5));
      this.#constant("root_two", [], Float32Array.of(Math.SQRT2));
    }
    const error = this.#node("Erf", [this.#node("Div", [input, "root_two"])]);
    return this.#node("Mul", [this.#node("Mul", [input, this.#node("Add", [error, "one"])]), "half"]);
  }

  #norm(name: string, input: string): string {
    const inputs = [input, this.#weight(`${name}.weight`), this.#weight(`${name}.bias`)];
    return this.#node("LayerNormalization", inputs, { axis: 2, epsilon: EPSILON });
  }

  /** x W^T + b; stored weights are (out, in), a matrix product wants (in, out). */
  #linear(name: string, input: string): string {
    const { data, dimensions } = this.#tensor(`${name}.weight`);
    const [outputs, inputs] = dimensions as [number, number];
    const turned = new Float32Array(data.length);
    for (let o = 0; o < outputs; o++)
      for (let i = 0; i < inputs; i++) turned[i * outputs + o] = data[o * inputs + i]!;
    this.#constant(`${name}.turned`, [inputs, outputs], turned);
    return this.#node("Add", [this.#node("MatMul", [input, `${name}.turned`]), this.#weight(`${name}.bias`)]);
  }

  #node(operator: string, inputs: string[], attributes?: Record<string, number | number[]>): string {
    const output = `${operator.toLowerCase()}_${this.nodes.length}`;
    this.nodes.push({ operator, inputs, outputs: [output], ...(attributes && { attributes }) });
    return output;
  }

  #weight(name: string): string {
    const { data, dimensions } = this.#tensor(name);
    this.#constant(name, dimensions, data);
    return name;
  }

  #tensor(name: string): FloatTensor {
    const tensor = this.#tensors.get(name);
    if (!tensor) throw new Error(`the safetensors file holds no ${name}`);
    return tensor;
  }

  #constant(name: string, dimensions: number[], data: Float32Array): void {
    this.initializers.push({ name, dimensions, data });
  }

  #integers(name: string, values: number[]): void {
    this.initializers.push({ name, dimensions: [values.length], data: BigInt64Array.from(values, BigInt) });
  }
}
