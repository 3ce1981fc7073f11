/** The part of an address that names the person, for headings; the whole of it stands nearby. */
export const localPart = (email: string): string => email.split('@')[0]!
