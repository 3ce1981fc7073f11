/** Decimal text as it stands in a request, such as `'10000.00'`. */
const scaled = (decimal: string, digits: number): bigint => {
  const [whole = '', part = ''] = decimal.split('.')
  return BigInt(whole + part.padEnd(digits, '0'))
}

const digitsOf = (decimal: string): number => decimal.split('.')[1]?.length ?? 0

/** Below zero if `a` is smaller, zero if both have the same value. Exact, because no floating point holds every amount. */
export const compareDecimals = (a: string, b: string): number => {
  const digits = Math.max(digitsOf(a), digitsOf(b))
  const difference = scaled(a, digits) - scaled(b, digits)
  return difference < 0n ? -1 : difference > 0n ? 1 : 0
}
