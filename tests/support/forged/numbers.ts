const ORDER = 'ffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551'
const number = (hex: string) => Buffer.from(hex.padStart(64, '0'), 'hex')
const ZERO = number('')
/** DER encoding of two 32-byte integers. */
export const derOf = (parts: readonly Buffer[]): Buffer => {
  const integers = parts.map((part) => {
    const bytes = Buffer.concat([Buffer.from([0]), part])
    return Buffer.concat([Buffer.from([2, bytes.length]), bytes])
  })
  const all = Buffer.concat(integers)
  return Buffer.concat([Buffer.from([0x30, all.length]), all])
}
/** Forged values of r and s of a P-256 signature. */
export const NUMBERS: readonly (readonly [string, (r: Buffer, s: Buffer) => readonly Buffer[]])[] = [
  ['zero for r', (_, s) => [ZERO, s]],
  ['zero for s', (r) => [r, ZERO]],
  ['zero for both', () => [ZERO, ZERO]],
  ['the order of the curve for r', (_, s) => [number(ORDER), s]],
  ['the order of the curve for s', (r) => [r, number(ORDER)]],
  ['more than the order for r', (_, s) => [number('f'.repeat(64)), s]],
  ['more than the order for s', (r) => [r, number('f'.repeat(64))]],
  ['r and s exchanged', (r, s) => [s, r]],
]
/** r and s from a DER signature. */
export const rawOf = (der: Buffer): readonly [Buffer, Buffer] => {
  const at = (start: number) => {
    const length = der[start + 1]!
    const bytes = der.subarray(start + 2, start + 2 + length)
    return { value: number(bytes.toString('hex').replace(/^00/, '')), end: start + 2 + length }
  }
  const r = at(2)
  return [r.value, at(r.end).value]
}
/** r and s from a raw signature, base64url. */
export const halves = (signature: string) => {
  const bytes = Buffer.from(signature, 'base64url')
  return [bytes.subarray(0, 32), bytes.subarray(32)] as const
}
