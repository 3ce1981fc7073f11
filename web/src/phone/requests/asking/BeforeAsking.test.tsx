import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { Obstacle } from '#contract/requests/asking.ts'
import { LIMIT_ERRORS } from '#contract/requests/limits.ts'
import { renderAt } from '../../../testing/render.tsx'
import { ids, participantOf } from '../../../testing/samples.ts'
import type { AskedOne } from './asking-reads.ts'
import { BeforeAsking } from './BeforeAsking.tsx'

const { id, email } = participantOf(1)
const show = (changes: Partial<AskedOne> = {}) => {
  const one = {
    participantId: id,
    email,
    hasDevice: true,
    notified: true,
    callBackNumber: null,
    obstacle: null,
  }
  renderAt('/', <BeforeAsking one={{ ...one, ...changes }} isLoading={false} />)
  return screen.getAllByRole('status')[0]!.textContent
}
const because = (code: Obstacle['code'], changes: Partial<Obstacle> = {}) =>
  show({ obstacle: { code, until: null, requestId: null, ...changes } })
const link = () => screen.getByRole('link')

test('says nothing about a colleague who can be asked', () => {
  expect(show()).toBe('')
})

test('a colleague without a device cannot answer: call back instead', () => {
  expect(show({ hasDevice: false, notified: false })).toContain('person-1 cannot answer')
})

test('a colleague without notifications is to open the app', () => {
  expect(show({ notified: false })).toContain('Please open Vieraugen.')
  expect(screen.queryByRole('link')).toBeNull()
})

test('who is muted learns until when, and what to do meanwhile', () => {
  const until = new Date(2026, 2, 1, 14, 32).toISOString()
  expect(because('request.muted', { until })).toMatch(/^Until 14:32 you cannot .* call back/)
})

test('an open check between the two leads there', () => {
  expect(because('call.opposite', { requestId: ids.request })).toContain('person-1 is asking you already')
  expect(link().textContent).toBe('Answer person-1')
  expect(link().getAttribute('href')).toBe(`/requests/${ids.request}`)
})

test('an own check that is open leads there, and those of others are not named', () => {
  expect(because('request.limit', { requestId: ids.request })).toContain('You are asking person-1 already')
  expect(link().getAttribute('href')).toBe(`/requests/${ids.request}`)
})

test.each(LIMIT_ERRORS)('%s says what to do', (code) => {
  expect(because(code)).toMatch(/call back|ask again|Answer first/)
})
