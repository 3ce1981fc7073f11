import { pinWeakness, type PinWeakness } from '#contract/accounts/pins.ts'

export type PinFault = 'pin.digits' | `pin.${PinWeakness}`

/** Why `pin` cannot be taken, or null: the server's own rules, told before the way there. */
export const pinFault = (pin: string): PinFault | null => {
  if (!/^[0-9]{6,12}$/.test(pin)) return 'pin.digits'
  const weakness = pinWeakness(pin)
  return weakness && `pin.${weakness}`
}
