import { EMAIL_PATTERN } from '#contract/common.ts'

export type Entry = { readonly email: string; readonly password: string }
export type EntryFaults = { readonly email?: 'emailMissing' | 'email'; readonly password?: 'field' | 'short' }

const email = new RegExp(EMAIL_PATTERN)

export const emailFault = (text: string): EntryFaults['email'] => {
  if (text.trim() === '') return 'emailMissing'
  return email.test(text.trim()) ? undefined : 'email'
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
