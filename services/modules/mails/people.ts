import { unlinked, type Phrase } from './letter.ts'

/** A person as mails name them. The address is null once erased; without a known name, the address stands alone. */
export type Named = { readonly email: string | null; readonly name?: string | null | undefined }

/** The name comes first. The address is always there, because anybody can give themselves any name. */
export const person = ({ email, name }: Named, erased: string): Phrase => {
  if (email === null) return [erased]
  const address = { given: email, isPerson: true } as const
  return name ? [{ given: unlinked(name), isPerson: true }, ' (', address, ')'] : [address]
}

export const people = (all: readonly Named[], erased: string): Phrase =>
  all.flatMap((one, at) => [...(at > 0 ? [', '] : []), ...person(one, erased)])

const shortened = (text: string, most: number): string =>
  [...text].length > most ? `${[...text].slice(0, most - 1).join('')}…` : text

/** What people typed, as a part of a subject: one short line without links. */
export const typedLine = (text: string, most: number): string =>
  unlinked(shortened(text.replaceAll(/[\s\p{Cc}\p{Bidi_C}]+/gu, ' ').trim(), most))

const NAME_LENGTH = 60
const TITLE_LENGTH = 100

/** The name alone, or else the address, whose domain is never cut. The text of the mail has both. */
export const inSubject = ({ email, name }: Named, erased: string): string => {
  if (email === null) return erased
  if (name) return typedLine(name, NAME_LENGTH)
  const at = email.lastIndexOf('@')
  return `${shortened(email.slice(0, at), NAME_LENGTH / 2)}${email.slice(at)}`
}

/** What happened, before what it is about: a list of mails cuts the end. */
export const subjectOf = (said: string, title: string): string => `${said}: ${typedLine(title, TITLE_LENGTH)}`
