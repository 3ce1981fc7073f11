import { dictionary } from '@zxcvbn-ts/language-common'

const known: ReadonlySet<string> = new Set(dictionary['passwords-common'])

/** Whether it is among the fifty thousand that people choose most, however it is capitalised. */
export const isKnownPassword = (password: string): boolean => known.has(password.toLowerCase())
