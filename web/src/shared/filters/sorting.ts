/** What a list is sorted by, backwards with a minus; empty: as it comes. */
export type Sort<C extends string> = C | `-${C}` | ''

/** What pressing the head of a column leads to: upwards, downwards, as it comes. */
export const nextSort = <C extends string>(column: C, sort: Sort<C>): Sort<C> =>
  sort === column ? `-${column}` : sort === `-${column}` ? '' : column

/** How the head of a column says that the list is sorted by it. */
export const sortedBy = <C extends string>(column: C, sort: Sort<C>): 'asc' | 'desc' | false =>
  sort === column ? 'asc' : sort === `-${column}` && 'desc'
