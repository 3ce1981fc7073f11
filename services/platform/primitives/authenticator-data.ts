/** The authenticator data of WebAuthn Level 3, 6.1, apart from the library that verifies it: read models need only its flags. */
const BACKUP_ELIGIBLE = 0x08

/** Whether the passkey that made this authenticator data (base64url) stays on its device. */
export const isDeviceBound = (authenticatorData: string): boolean =>
  (Buffer.from(authenticatorData, 'base64url')[32]! & BACKUP_ELIGIBLE) === 0
