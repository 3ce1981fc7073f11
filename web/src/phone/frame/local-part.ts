/** Returns the local part of an e-mail address, for headings. The full address is shown nearby. */
export const localPart = (email: string): string => email.split('@')[0]!
