import type { Request } from '#contract/requests/requests.ts'

export type Proof = Pick<Request, 'assurance' | 'deviceBound'>

/** What signed a decision, as the page of the request says it too. */
const kindOf = ({ assurance, deviceBound }: Proof) =>
  assurance !== 'passkey' ? 'pin' : deviceBound === undefined ? 'passkey' : deviceBound ? 'bound' : 'synced'
export const germanProof = (proof: Proof) =>
  ({
    pin: 'einem Schlüssel und der App-PIN',
    passkey: 'einem Passkey (Biometrie oder Geräte-PIN)',
    bound: 'einem Passkey, der auf seinem Gerät bleibt (Biometrie oder Geräte-PIN)',
    synced: 'einem Passkey, der zwischen Geräten synchronisiert wird (Biometrie oder Geräte-PIN)',
  })[kindOf(proof)]
export const englishProof = (proof: Proof) =>
  ({
    pin: 'a key and the app PIN',
    passkey: 'a passkey (biometrics or the device PIN)',
    bound: 'a passkey that stays on its device (biometrics or the device PIN)',
    synced: 'a passkey that is synced between devices (biometrics or the device PIN)',
  })[kindOf(proof)]
