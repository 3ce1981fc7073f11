import { getLanguage, useLanguage, type Language } from './language.ts'

type Text = string | ((...values: never[]) => string)
export type Texts = { readonly [key: string]: Text | Texts }

/** The same keys as `T` at every depth. Functions keep their parameters. */
export type SameKeys<T> = {
  readonly [K in keyof T]: T[K] extends (...values: infer V) => string
    ? (...values: V) => string
    : T[K] extends string
      ? string
      : SameKeys<T[K]>
}

/** A catalogue: `use()` inside components, `now()` outside. A key that `de` lacks does not compile. */
export type Catalogue<T> = {
  readonly use: () => SameKeys<T>
  readonly now: () => SameKeys<T>
  readonly languages: Readonly<Record<Language, SameKeys<T>>>
}

export const createTexts = <T extends Texts>(en: T, de: SameKeys<NoInfer<T>>): Catalogue<T> => {
  // The compiler cannot see that T has the keys of its mapped type.
  const languages = { en: en as unknown as SameKeys<T>, de }
  return { languages, use: () => languages[useLanguage()], now: () => languages[getLanguage()] }
}
