/** Returns an ILIKE pattern that matches `text` anywhere, wildcards escaped. */
export const containing = (text: string): string => `%${text.replaceAll(/[\\%_]/g, (sign) => `\\${sign}`)}%`
