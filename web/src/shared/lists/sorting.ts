import type { SortingState } from '@tanstack/react-table'

/** The address and the API name a sort by its column, with a minus for descending. Empty: the default order. */
export const sortingStateOf = (sort: string): SortingState =>
  sort === '' ? [] : [{ id: sort.replace(/^-/, ''), desc: sort.startsWith('-') }]

export const sortOf = ([first]: SortingState): string => (first ? `${first.desc ? '-' : ''}${first.id}` : '')
