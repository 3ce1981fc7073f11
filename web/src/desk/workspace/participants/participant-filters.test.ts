import { expect, test } from 'vitest'
import { askedFor, countSet, filtersOf, noFilters } from './participant-filters.ts'

const filters = (search: string) => filtersOf(new URLSearchParams(search))

test('filters are read from the address, and what it cannot mean is not set', () => {
  expect(filters('tab=users&q=anna&role=admin&state=expired')).toEqual({
    q: 'anna',
    role: 'admin',
    rights: '',
    state: 'expired',
  })
  expect(filters('role=approver&rights=all&state=')).toEqual(noFilters)
})

test('only what is set is asked for, and counted', () => {
  expect(askedFor(filters('q=%20'))).toEqual({})
  expect(askedFor(filters('q=a&rights=requester&state=inactive'))).toEqual({
    q: 'a',
    requester: true,
    active: false,
  })
  expect(askedFor(filters('state=revoked&role=admin'))).toEqual({ invite: 'revoked', role: 'admin' })
  expect(countSet(filters('q=a&state=revoked&role=admin'))).toBe(2)
})
