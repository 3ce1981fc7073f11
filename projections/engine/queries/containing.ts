/** A pattern for ILIKE that finds `text` anywhere; its wildcards are text. */
export const containing = (text: string): string => `%${text.replaceAll(/[\\%_]/g, (sign) => `\\${sign}`)}%`
