/** What a thief tries in the five tries there are. */
export type PinWeakness = 'repeats' | 'counts' | 'mirrors' | 'date' | 'common'

/** Favourites of every list that no pattern below has. */
const COMMON = new Set(['147258', '147852', '159753', '159357', '258456', '789456', '741852', '963852'])

/** One or two digits alone, each digit twice, or one block over and over: 112211, 000001, 112233, 123123. */
const repeats = (pin: string): boolean =>
  new Set(pin).size <= 2 || /^(?:(.)\1)+$/.test(pin) || /^(.+)\1+$/.test(pin)

const WIDTHS = [1, 2, 3]

/** Whether the PIN is what one types who writes `first`, and again and again adds `step`: three numbers at least. */
const isWritten = (pin: string, first: number, step: number, width: number): boolean => {
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

/** Numbers in equal steps, one after the other: 123456, 246810, 102030, 010203; digits also past 9 and 0: 890123, 135791. */
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
      return isWritten(pin, first, next - first, pad)
    }),
  )
}

const mirrors = (pin: string): boolean => pin === [...pin].toReversed().join('')

const isDate = (pin: string): boolean =>
  pin.length === 8
    ? /^(0[1-9]|[12]\d|3[01])(0[1-9]|1[0-2])(19|20)\d\d$/.test(pin) ||
      /^(19|20)\d\d(0[1-9]|1[0-2])(0[1-9]|[12]\d|3[01])$/.test(pin)
    : /^(0[1-9]|[12]\d|3[01])(0[1-9]|1[0-2])\d\d$/.test(pin)

/** Why a PIN is too easy to guess; null when it is not. The server refuses it, and the phone says so before. */
export const pinWeakness = (pin: string): PinWeakness | null => {
  if (repeats(pin)) return 'repeats'
  if (counts(pin)) return 'counts'
  if (mirrors(pin)) return 'mirrors'
  if (isDate(pin)) return 'date'
  return COMMON.has(pin) ? 'common' : null
}
