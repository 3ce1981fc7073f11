/** Sums are kept in the smallest part that the standard knows: 17 decimals of a control sum. */
const SCALE = 17
/** Amounts have up to 13 digits before the point (`Decimal`). */
export const TOO_MUCH = 10n ** BigInt(13 + SCALE)
const DECIMAL = /^(\d{1,18})(?:\.(\d{1,17}))?$/

/** Undefined for what is no plain decimal. */
export const unitsOf = (text: string): bigint | undefined => {
  const [, whole, part = ''] = DECIMAL.exec(text) ?? []
  return whole === undefined ? undefined : BigInt(whole + part.padEnd(SCALE, '0'))
}

/** With exactly so many decimals. */
export const decimalOf = (units: bigint, decimals: number): string => {
  const digits = units.toString().padStart(SCALE + 1, '0')
  const part = digits.slice(-SCALE, digits.length - SCALE + decimals)
  return `${digits.slice(0, -SCALE)}${part && '.'}${part}`
}
