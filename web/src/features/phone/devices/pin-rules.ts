export type PinFault = 'pin.digits' | 'pin.obvious'

/** The same few digits over and over: 000000, 121212, 123123. */
const repeats = (pin: string): boolean =>
  [1, 2, 3, 4].some((size) => pin.length > size && pin.slice(0, size).repeat(pin.length).startsWith(pin))

/** Steps of one, up or down, over 9 to 0 as well: 123456, 987654, 789012. */
const runs = (pin: string): boolean =>
  [1, 9].some((step) =>
    [...pin].every((digit, index) => index === 0 || Number(digit) === (Number(pin[index - 1]) + step) % 10),
  )

/** Why `pin` cannot be taken, or null. The server refuses more (dates, common PINs); this spares the way there. */
export const pinFault = (pin: string): PinFault | null => {
  if (!/^[0-9]{6,12}$/.test(pin)) return 'pin.digits'
  if (repeats(pin) || runs(pin)) return 'pin.obvious'
  return null
}
