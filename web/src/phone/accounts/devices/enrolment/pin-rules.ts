import { pinWeakness, type PinWeakness } from '#contract/accounts/pins.ts'

export type PinFault = 'pin.digits' | `pin.${PinWeakness}`

/** Returns why the server would reject `pin`, or null. */
export const pinFault = (pin: string): PinFault | null => {
  if (!/^[0-9]{6,12}$/.test(pin)) return 'pin.digits'
  const weakness = pinWeakness(pin)
  return weakness && `pin.${weakness}`
}
