import { beforeEach, expect, test, vi } from 'vitest'
import { draftOf, dropDraft, forgetDraftsBut, keepDraft } from './drafts.ts'

/** Like the browser's storage: stored items are its own keys. */
const storage = {
  getItem(this: Record<string, string>, key: string) {
    return this[key] ?? null
  },
  setItem(this: Record<string, string>, key: string, value: string) {
    this[key] = value
  },
  removeItem(this: Record<string, string>, key: string) {
    delete this[key]
  },
}
let stored: object

beforeEach(() => {
  stored = Object.create(storage) as object
  vi.stubGlobal('sessionStorage', stored)
})

test('a draft belongs to a form and a user, and stays until it is dropped', () => {
  keepDraft('anna', 'invite', { email: 'a' })
  keepDraft('anna', 'settings', { name: 'b' })
  expect([draftOf('anna', 'invite'), draftOf('anna', 'settings')]).toEqual([{ email: 'a' }, { name: 'b' }])
  dropDraft('anna', 'invite')
  expect([draftOf('anna', 'invite'), draftOf('anna', 'settings')]).toEqual([null, { name: 'b' }])
  dropDraft('anna', 'settings')
  expect(Object.keys(stored)).toEqual([])
})

test('drafts are private to a user, and deleted when another user logs in', () => {
  keepDraft('anna', 'invite', 'hers')
  expect(draftOf('ben', 'invite')).toBeNull()
  forgetDraftsBut('anna')
  expect(draftOf('anna', 'invite')).toBe('hers')
  forgetDraftsBut('ben')
  expect(Object.keys(stored)).toEqual([])
})

test('a logout deletes all drafts', () => {
  keepDraft('anna', 'invite', 'hers')
  forgetDraftsBut(null)
  expect(Object.keys(stored)).toEqual([])
})

test('without storage drafts are lost, and nothing fails', () => {
  vi.stubGlobal('sessionStorage', undefined)
  keepDraft('anna', 'invite', 'hers')
  expect(draftOf('anna', 'invite')).toBeNull()
})
