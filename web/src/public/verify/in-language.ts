export type Language = 'de' | 'en'

/** A text, or a list of texts, in German and in English. */
export type Both<T = string> = readonly [de: T, en: T]

type InLanguage<T> = T extends Both<infer Text> ? Text : { readonly [Name in keyof T]: InLanguage<T[Name]> }

const pick = <T>(table: T, place: 0 | 1): InLanguage<T> =>
  (Array.isArray(table)
    ? table[place]
    : Object.fromEntries(
        Object.entries(table as object).map(([name, part]) => [name, pick(part, place)]),
      )) as InLanguage<T>

/** A table of texts by language. Both stand beside each other, because their names would be a fifth of the page. */
export const byLanguage = <T>(table: T): Readonly<Record<Language, InLanguage<T>>> => ({
  de: pick(table, 0),
  en: pick(table, 1),
})

/** Fills in what is given, with numbers as the language writes them. */
export const filled = (
  text: string,
  given: Readonly<Record<string, string | number>>,
  language: Language,
): string =>
  text.replaceAll(/\{(\w+)(?:\|([^|}]+)\|([^|}]+))?\}/g, (_, name: string, one?: string, other?: string) => {
    const value = given[name] ?? ''
    const shown = typeof value === 'number' ? value.toLocaleString(language) : value
    return one === undefined ? shown : `${shown} ${value === 1 ? one : other}`
  })
