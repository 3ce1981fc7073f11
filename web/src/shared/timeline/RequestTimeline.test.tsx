import { render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { Who } from '#contract/requests/kinds.ts'
import type { Request } from '#contract/requests/requests.ts'
import { requestOf } from '../../testing/request-samples.ts'
import { idOf } from '../../testing/samples.ts'
import { RequestTimeline } from './RequestTimeline.tsx'

const [board, dora] = [
  idOf(21),
  { participantId: idOf(22), email: 'dora@acme.example', name: 'Dora' },
] as const
const at = '2026-03-02T14:02:00.000Z'
const escalated = (who: Who, of: NonNullable<Request['needs']>['of'] = []): Request =>
  requestOf(1, {
    needs: {
      count: 1,
      of,
      rule: '',
      applied: {
        rule: { when: {}, who: 'any', count: 1, before: null, hours: 24, escalate: { after: 1, who } },
        groups: [{ id: board, name: 'Board' }],
      },
    },
    timeline: [{ kind: 'escalated', at, by: null }],
  })
const shown = (request: Request) => {
  render(<RequestTimeline request={request} timeOf={(iso) => iso.slice(11, 16)} />)
  return screen.getByRole('listitem').textContent?.replaceAll(/[\u2068\u2069]/g, '')
}

test.each<[string, Request, string]>([
  ['a group', escalated({ groups: [board] }), 'Board'],
  ['a person', escalated({ participants: [dora.participantId] }, [dora]), 'Dora (dora@acme.example)'],
  [
    'people whose names are not at hand',
    escalated({ participants: [idOf(23), idOf(24)] }),
    '2 further people',
  ],
])('an escalation says since when %s may decide too', (_, request, who) => {
  expect(shown(request)).toBe(`Also asked to decide${who}14:02`)
})

test('a step that this program does not know is left out', () => {
  const unknown = { kind: 'sung', at, by: null } as never
  const timeline = [unknown, ...escalated('any').timeline!]
  expect(shown({ ...escalated('any'), timeline })).toContain('all approvers')
})
