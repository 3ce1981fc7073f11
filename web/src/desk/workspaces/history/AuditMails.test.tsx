import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { historyMails } from '#contract/workspaces/audit.ts'
import { fakeApi } from '../../../testing/fake-api.ts'
import { renderAt } from '../../../testing/render.tsx'
import { idOf, ids, signIn } from '../../../testing/samples.ts'
import { AuditMails } from './AuditMails.tsx'

test('names who got a mail, and says of a deferred one that a digest tells of it', async () => {
  signIn()
  const api = fakeApi()
  api.answer(historyMails, [
    {
      recipient: { userId: ids.user, participantId: null, email: 'ben@example.com', name: 'Ben Schulz' },
      purpose: 'request.created',
      outcome: 'dropped',
      reason: 'the digest tells of it',
      at: '2026-03-01T12:00:00.000Z',
    },
  ])
  renderAt(
    '/workspace/w',
    <AuditMails title="E-mails" workspaceId={ids.workspace} cause={idOf(9)} timeZone="UTC" />,
  )
  const [row] = await screen.findAllByRole('listitem')
  expect(row!.textContent).toMatch(/^E-mail to Ben Schulz ben@example\.com.*a digest tells of it/)
})
