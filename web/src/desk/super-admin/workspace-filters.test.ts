import { expect, test } from 'vitest'
import { askedFor, filtersOf } from './workspace-filters.ts'

const read = (address: string) => filtersOf(new URLSearchParams(address))

test('reads filters from the address and ignores invalid values', () => {
  expect(askedFor(read('q=+har+&subscription=inactive&ends=30&offer=waiting&sort=-endDate'))).toEqual({
    q: 'har',
    subscription: 'inactive',
    endsWithin: 30,
    offer: 'waiting',
    sort: '-endDate',
  })
  expect(askedFor(read('ends=0'))).toEqual({ endsWithin: 0 })
  expect(askedFor(read('endsIn=2026-12&createdIn=2026-13&joinedIn=0026-01&charts=1'))).toEqual({
    endsIn: '2026-12',
  })
  expect(askedFor(read('q=+&subscription=paid&ends=31&sort=billing&other=1'))).toEqual({})
})
