import { expect, test } from 'vitest'
import { askedFor, countSet, filtersOf, isNarrowed, noFilters } from './participant-filters.ts'

const filters = (search: string) => filtersOf(new URLSearchParams(search))

test('reads filters from the address and ignores invalid values', () => {
  expect(filters('tab=users&q=anna&role=admin&invite=expired&sort=-joinedAt')).toEqual({
    ...noFilters,
    q: 'anna',
    role: 'admin',
    invite: 'expired',
    sort: '-joinedAt',
  })
  expect(filters('role=approver&rights=all&invite=&activity=pending&sort=rights')).toEqual({
    ...noFilters,
    sort: '',
  })
})

test('only set filters are queried and counted; the order is not a filter', () => {
  expect(askedFor(filters('q=%20'))).toEqual({})
  expect(askedFor(filters('q=a&rights=requester&activity=inactive'))).toEqual({
    q: 'a',
    requester: true,
    active: false,
  })
  expect(askedFor(filters('lacks=device'))).toEqual({ lacks: 'device' })
  expect(askedFor(filters('invite=revoked&role=admin'))).toEqual({ invite: 'revoked', role: 'admin' })
  expect(askedFor(filters('invite=accepted&role=regularUser&activity=active'))).toEqual({
    invite: 'accepted',
    role: 'regular user',
    active: true,
  })
  expect(countSet(filters('q=a&invite=revoked&role=admin&sort=role'))).toBe(2)
  expect(askedFor(filters('sort=role'))).toEqual({ sort: 'role' })
  expect([isNarrowed(filters('sort=role')), isNarrowed(filters('q=a'))]).toEqual([false, true])
})
