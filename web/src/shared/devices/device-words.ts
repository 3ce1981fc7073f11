import type { Device } from '#contract/accounts/devices.ts'
import { createTexts } from '../texts/create-texts.ts'

/** What signs: a PIN in one browser, or a passkey, which its authenticator keeps to itself (`bound`) or copies (`synced`). */
export type KeyWord = 'pin' | 'bound' | 'synced' | 'passkey'

/** Returns the word for the key of a device. A passkey of before does not say whether it is bound. */
export const keyWordOf = ({ kind, deviceBound }: Pick<Device, 'kind' | 'deviceBound'>): KeyWord => {
  if (kind === 'pin') return 'pin'
  if (deviceBound === true) return 'bound'
  return deviceBound === false ? 'synced' : 'passkey'
}

/** Words for signing devices that the phone and the desk share. */
export const deviceWords = createTexts(
  {
    keys: {
      pin: 'PIN',
      bound: 'Passkey that stays on its device',
      synced: 'Passkey that is synced between devices',
      passkey: 'Passkey',
    } satisfies Record<KeyWord, string>,
    waiting: 'waiting',
    waitsUntil: (time: string) => `Cannot sign before ${time}`,
    disabled: 'disabled after too many wrong PINs',
    stop: 'Stop this device',
    stopOne: (name: string) => `Stop ${name}`,
    stopShort: 'Stop',
    stopQuestion: (name: string) => `Stop ${name}?`,
    stopText: 'It will never sign. To use it after all, it has to be set up again.',
    stopConfirm: 'Yes, stop it',
    stopping: 'Stopping…',
    keepWaiting: 'Let it wait',
    stopped: (name: string) => `${name} was stopped and cannot sign.`,
  },
  {
    keys: {
      pin: 'PIN',
      bound: 'Passkey, der auf seinem Gerät bleibt',
      synced: 'Passkey, der zwischen Geräten synchronisiert wird',
      passkey: 'Passkey',
    },
    waiting: 'wartet',
    waitsUntil: (time) => `Kann erst ab ${time} signieren`,
    disabled: 'nach zu vielen falschen PINs gesperrt',
    stop: 'Dieses Gerät stoppen',
    stopOne: (name) => `${name} stoppen`,
    stopShort: 'Stoppen',
    stopQuestion: (name) => `${name} stoppen?`,
    stopText: 'Es wird nie signieren. Soll es das doch, muss es neu eingerichtet werden.',
    stopConfirm: 'Ja, stoppen',
    stopping: 'Wird gestoppt …',
    keepWaiting: 'Weiter warten lassen',
    stopped: (name) => `${name} wurde gestoppt und kann nicht signieren.`,
  },
)
