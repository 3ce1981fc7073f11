import { dictionary } from '@zxcvbn-ts/language-common'

const known: ReadonlySet<string> = new Set(dictionary['passwords-common'])

/** Whether it is one of the 50,000 most common passwords, in any capitalisation. */
export const isKnownPassword = (password: string): boolean => known.has(password.toLowerCase())
