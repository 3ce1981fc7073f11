/** A value before or after a change, as a person reads it. */
export const valueWords = (value: unknown, words: { readonly yes: string; readonly no: string }): string => {
  if (value === null || value === undefined || value === '') return '–'
  if (typeof value === 'boolean') return value ? words.yes : words.no
  if (typeof value === 'string') return value
  return JSON.stringify(value)
}
