import { CREDENTIAL_ROWS } from './accounts/passwords/credential.store.ts'
import { DEFERRED_CALL_ROWS } from './accounts/deferred/deferred-call.store.ts'
import { DEVICE_PIN_ROWS } from './accounts/devices/device-pin.store.ts'
import { PASSKEY_ROWS } from './accounts/devices/passkey.store.ts'
import { PAIRING_ROWS } from './accounts/pairing/pairing.store.ts'
import { IDENTITY_ROWS } from './accounts/providers/identity.store.ts'
import { SESSION_ROWS } from './accounts/sessions/session.store.ts'
import { CALL_CHECK_ROWS } from './requests/call-check/call-check.store.ts'
import { FILE_ROWS } from './requests/files/file.store.ts'
import { MAIL_TOKEN_ROWS } from '#platform/mail/mail-tokens.ts'
import { CHALLENGE_ROWS } from '#platform/secrets/challenges.ts'
import type { MacTable } from '#platform/secrets/row-macs.ts'

/** Every table whose rows open a door. */
export const allRows: readonly MacTable[] = [
  CALL_CHECK_ROWS,
  CHALLENGE_ROWS,
  CREDENTIAL_ROWS,
  DEFERRED_CALL_ROWS,
  DEVICE_PIN_ROWS,
  FILE_ROWS,
  IDENTITY_ROWS,
  MAIL_TOKEN_ROWS,
  PAIRING_ROWS,
  PASSKEY_ROWS,
  SESSION_ROWS,
]
