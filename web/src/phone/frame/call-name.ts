import { isolated, type NamedPerson } from '#shared/parts/PersonText.tsx'

/** The name of a person, or the local part of the address, for headings and buttons. The full address is shown nearby. */
export const callName = ({ name, email }: NamedPerson, erased: string): string =>
  name ? isolated(name) : (email?.split('@')[0] ?? erased)
