import { emailFault } from '#shared/forms/faults.ts'

export type Entry = { readonly email: string; readonly password: string }
export type EntryFaults = {
  readonly email?: NonNullable<ReturnType<typeof emailFault>>
  readonly password?: 'field' | 'short'
}

const passwordFault = (text: string): EntryFaults['password'] => {
  if (text === '') return 'field'
  return text.length < 3 ? 'short' : undefined
}

/** The faults of a sign-in, as names in `commonTexts.invalid`. The password is taken exactly as typed. */
export const entryFaults = (entry: Entry): EntryFaults => {
  const faults = { email: emailFault(entry.email), password: passwordFault(entry.password) }
  return {
    ...(faults.email && { email: faults.email }),
    ...(faults.password && { password: faults.password }),
  }
}
