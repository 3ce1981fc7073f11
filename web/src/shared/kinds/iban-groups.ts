/** An IBAN in groups of four. */
export const ibanGroups = (plain: string): readonly string[] => plain.match(/.{1,4}/gsu) ?? []
export const groupedIban = (plain: string): string => ibanGroups(plain).join(' ')
