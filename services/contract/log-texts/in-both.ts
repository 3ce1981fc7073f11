type Text = string | ((...values: never[]) => string)
type Texts = { readonly [key: string]: Text | Texts }

/** The same keys as `T` at every depth. Functions keep their parameters. */
type SameKeys<T> = {
  readonly [K in keyof T]: T[K] extends (...values: infer V) => string
    ? (...values: V) => string
    : T[K] extends string
      ? string
      : SameKeys<T[K]>
}

/** Words in both languages, for the web and for files. A key that `de` lacks does not compile. */
export const inBoth = <T extends Texts>(
  en: T,
  de: SameKeys<NoInfer<T>>,
): { readonly en: SameKeys<T>; readonly de: SameKeys<T> } => ({
  // The compiler cannot see that T has the keys of its mapped type.
  en: en as unknown as SameKeys<T>,
  de,
})
