/**
 * IEEE 754 binary16, the format in which vectors are frozen: 1 sign bit, 5 exponent bits, 10 fraction bits. Node 20 has
 * no Float16Array, so both directions are here.
 */

const float32 = new Float32Array(1);
const bits32 = new Uint32Array(float32.buffer);

/** The half-float bits nearest to a float32 value; ties go to the even neighbor, as hardware and numpy round. */
export function toHalf(value: number): number {
  float32[0] = value;
  const bits = bits32[0]!;
  const sign = (bits >>> 16) & 0x8000;
  const magnitude = bits & 0x7fffffff;
  if (magnitude > 0x7f800000) return sign | 0x7e00; // NaN
  if (magnitude >= 0x477ff000) return sign | 0x7c00; // 65520 and above round to infinity
  if (magnitude < 0x38800000) return sign | roundSubnormal(magnitude); // below 2^-14
  const rebiased = magnitude - 0x38000000;
  return sign | roundToEven(rebiased, 13);
}

/** Below 2^-14 a half counts steps of 2^-24; the float32's implicit leading 1 becomes explicit and is shifted out. */
function roundSubnormal(magnitude: number): number {
  const exponent = magnitude >>> 23;
  const shift = 126 - exponent;
  if (shift > 24) return 0;
  return roundToEven((magnitude & 0x7fffff) | 0x800000, shift);
}

function roundToEven(value: number, shift: number): number {
  const kept = value >>> shift;
  const rest = value & ((1 << shift) - 1);
  const half = 1 << (shift - 1);
  return rest > half || (rest === half && (kept & 1) === 1) ? kept + 1 : kept;
}

function decode(half: number): number {
  const sign = half & 0x8000 ? -1 : 1;
  const exponent = (half >>> 10) & 0x1f;
  const fraction = half & 0x3ff;
  if (exponent === 0) return sign * fraction * 2 ** -24;
  if (exponent === 0x1f) return fraction === 0 ? sign * Infinity : NaN;
  return sign * (1 + fraction / 1024) * 2 ** (exponent - 15);
}

/** Every half as a float32 (each is exact): a look-up is several times faster than decoding bits. */
const TABLE = Float32Array.from({ length: 65536 }, (_, half) => decode(half));

/** The value of half-float bits (0..65535), exact. */
export const fromHalf = (half: number): number => TABLE[half]!;

/** Half-float bits of each value. */
export function encodeHalves(values: ArrayLike<number>): Uint16Array {
  const halves = new Uint16Array(values.length);
  for (let i = 0; i < values.length; i++) halves[i] = toHalf(values[i]!);
  return halves;
}

/** Values of half-float bits, exact in float32, written into `target` from `offset` on when given. */
export function decodeHalves(
  halves: Uint16Array,
  target = new Float32Array(halves.length),
  offset = 0,
): Float32Array {
  for (let i = 0; i < halves.length; i++) target[offset + i] = TABLE[halves[i]!]!;
  return target;
}

/** Half-float bits as little-endian bytes, whatever the machine's own order. */
export function halvesToBytes(halves: Uint16Array): Uint8Array {
  const bytes = new Uint8Array(halves.length * 2);
  const view = new DataView(bytes.buffer);
  halves.forEach((half, i) => view.setUint16(2 * i, half, true));
  return bytes;
}

/** Half-float bits of little-endian bytes. */
export function bytesToHalves(bytes: Uint8Array): Uint16Array {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const halves = new Uint16Array(bytes.byteLength >> 1);
  for (let i = 0; i < halves.length; i++) halves[i] = view.getUint16(2 * i, true);
  return halves;
}
