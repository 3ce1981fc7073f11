import { describe, expect, test } from 'vitest'
import type { DrillAnswer } from '#contract/requests/requests.ts'
import { resultsOf } from './drill-results.ts'

type Answer = DrillAnswer | null
const after = (answers: readonly Answer[], byPerson = false) =>
  resultsOf(answers, { isEnded: true, byPerson })
const many = (count: number, answer: Answer): Answer[] => Array.from({ length: count }, () => answer)

describe('the counts of a drill', () => {
  test('count both refusals as right', () => {
    expect(after(['not-asked', 'not-talking', 'not-talking', 'yes', null])).toEqual({
      counts: { right: 3, yes: 1, unanswered: 1 },
      withheld: null,
    })
  })

  test('are withheld while it runs, also where persons are shown', () => {
    for (const byPerson of [false, true])
      expect(resultsOf(many(6, 'yes'), { isEnded: false, byPerson })).toEqual({
        counts: null,
        withheld: 'running',
      })
  })

  test('are withheld of fewer than five people', () => {
    expect(after(many(4, 'not-talking'))).toEqual({ counts: null, withheld: 'few' })
    expect(after([])).toEqual({ counts: null, withheld: 'few' })
  })

  test('are withheld if they would say that everybody failed in the same way', () => {
    for (const answer of ['yes', null] as const)
      expect(after(many(7, answer))).toEqual({ counts: null, withheld: 'alike' })
    expect(after(many(7, 'not-asked'))).toMatchObject({ counts: { right: 7 }, withheld: null })
  })

  test('are all there where the workspace shows persons', () => {
    expect(after(['yes'], true)).toEqual({ counts: { right: 0, yes: 1, unanswered: 0 }, withheld: null })
  })
})
