export type Series = { readonly label: string; readonly tone: 'primary' | 'danger' | 'plain' }

/** A bar, one part for each series. */
export type Bar = {
  readonly key: string
  /** Below the bar. */
  readonly short: string
  readonly name: string
  /** In the order of the series; `path` is where the part leads. */
  readonly parts: readonly { readonly value: number; readonly path: string }[]
  /** In a column of its own of the table. */
  readonly further?: string
}
