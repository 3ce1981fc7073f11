/** The patterns that a thief would try first. */
export type PinWeakness = 'repeats' | 'counts' | 'mirrors' | 'date' | 'common'

/** Common PINs that match no pattern below. */
const COMMON = new Set(['147258', '147852', '159753', '159357', '258456', '789456', '741852', '963852'])

/** At most two different digits, each digit doubled, or a repeated block: 112211, 000001, 112233, 123123. */
const repeats = (pin: string): boolean =>
  new Set(pin).size <= 2 || /^(?:(.)\1)+$/.test(pin) || /^(.+)\1+$/.test(pin)

const WIDTHS = [1, 2, 3]

/** Whether the PIN spells at least three numbers of the sequence `first`, `first + step`, … */
const spellsSequence = (pin: string, first: number, step: number, width: number): boolean => {
  let text = ''
  let whole = 0
  for (let n = 0; text.length < pin.length; n += 1) {
    const next = first + n * step
    if (next < 0) return false
    text += String(next).padStart(width, '0')
    if (text.length <= pin.length) whole += 1
  }
  return whole >= 3 && text.startsWith(pin)
}

/** Numbers in equal steps: 123456, 246810, 102030, 010203. Single digits wrap around: 890123, 135791. */
const counts = (pin: string): boolean => {
  const [step, ...others] = new Set(
    [...pin].slice(1).map((digit, i) => (Number(digit) - Number(pin[i]) + 10) % 10),
  )
  if (step !== undefined && others.length === 0) return true
  return WIDTHS.some((width) =>
    WIDTHS.some((second) => {
      const first = Number(pin.slice(0, width))
      const next = Number(pin.slice(width, width + second))
      const pad = pin.startsWith('0') ? width : 1
      return spellsSequence(pin, first, next - first, pad)
    }),
  )
}

const mirrors = (pin: string): boolean => pin === [...pin].toReversed().join('')

const isDate = (pin: string): boolean =>
  pin.length === 8
    ? /^(0[1-9]|[12]\d|3[01])(0[1-9]|1[0-2])(19|20)\d\d$/.test(pin) ||
      /^(19|20)\d\d(0[1-9]|1[0-2])(0[1-9]|[12]\d|3[01])$/.test(pin)
    : /^(0[1-9]|[12]\d|3[01])(0[1-9]|1[0-2])\d\d$/.test(pin)

/** Why a PIN is too easy to guess, else null. The phone warns, and the server rejects. */
export const pinWeakness = (pin: string): PinWeakness | null => {
  if (repeats(pin)) return 'repeats'
  if (counts(pin)) return 'counts'
  if (mirrors(pin)) return 'mirrors'
  if (isDate(pin)) return 'date'
  return COMMON.has(pin) ? 'common' : null
}
