import { expect, test } from 'vitest'
import { operationDecider } from './operation.decider.ts'
import type { OperationEvent } from './operation.events.ts'

const build = { model: 'users', version: 3, build: 7 }
const steps: readonly OperationEvent[] = [
  { type: 'ReadModelBuildStarted', data: build },
  { type: 'ReadModelPromoted', data: { ...build, replaced: 6 } },
  { type: 'ReadModelRolledBack', data: { ...build, replaced: 8 } },
  { type: 'ReadModelRetired', data: build },
  { type: 'ReadModelLanesRetried', data: { ...build, lanes: 2 } },
]

const { decide, evolve, initialState } = operationDecider

test.each(steps.map((step) => [step.type, step] as const))(
  '%s is recorded unchanged after any other step',
  (_, step) => {
    for (const state of [initialState, steps.reduce(evolve, initialState)])
      expect(decide({ type: 'RecordStep', step }, state)).toEqual([step])
  },
)
