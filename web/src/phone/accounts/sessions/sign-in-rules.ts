import { emailErrorKey } from '#shared/forms/field-errors.ts'

export type Entry = { readonly email: string; readonly password: string }
export type EntryFaults = {
  readonly email?: NonNullable<ReturnType<typeof emailErrorKey>>
  readonly password?: 'field' | 'short'
}

const passwordFault = (text: string): EntryFaults['password'] => {
  if (text === '') return 'field'
  return text.length < 3 ? 'short' : undefined
}

/** Returns the faults of a sign-in as keys of `commonTexts.invalid`. The password is not trimmed. */
export const entryFaults = (entry: Entry): EntryFaults => {
  const faults = { email: emailErrorKey(entry.email), password: passwordFault(entry.password) }
  return {
    ...(faults.email && { email: faults.email }),
    ...(faults.password && { password: faults.password }),
  }
}
