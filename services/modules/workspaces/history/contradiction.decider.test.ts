import { expect, test } from 'vitest'
import type { KnownWorkspace } from '#modules/workspaces/workspace.state.ts'
import { contradictionRules } from './contradiction.decider.ts'

test('that a witness has seen another history becomes a fact of the workspace', () => {
  const state = { id: 'w' } as KnownWorkspace
  const command = { type: 'NoticeContradiction', witness: 'auditor.example/w1' } as const
  expect(contradictionRules.NoticeContradiction(command, state)).toEqual([
    { type: 'HistoryContradicted', data: { workspaceId: 'w', witness: 'auditor.example/w1' } },
  ])
})
