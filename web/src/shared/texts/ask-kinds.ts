import type { AskKind } from '#contract/requests/requests.ts'
import { createTexts } from './create-texts.ts'

/** What somebody asks for in a call. */
export const askKinds = createTexts(
  {
    payment: 'A payment',
    'bank-details': 'Changed bank details',
    reset: 'A new password or device',
    access: 'Access to something',
    other: 'Something else',
  } satisfies Record<AskKind, string>,
  {
    payment: 'Zahlung',
    'bank-details': 'Neue Bankverbindung',
    reset: 'Neues Passwort oder Gerät',
    access: 'Zugang',
    other: 'Anderes',
  },
)
