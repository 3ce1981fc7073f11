import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { participantCounts } from '#contract/workspaces/participants.ts'
import { fakeApi } from '../../testing/fake-api.ts'
import { renderAt } from '../../testing/render.tsx'
import { countsOf, signIn, workspaceOf } from '../../testing/samples.ts'
import { WorkspaceOnboarding } from './WorkspaceOnboarding.tsx'

test('the invitation in the first steps says when seats run out and where to get more', async () => {
  signIn()
  fakeApi().answer(participantCounts, countsOf({ seats: { total: 10, taken: 9, isNearlyFull: true } }))
  const workspace = workspaceOf({ needsOnboarding: true })
  const progress = { step: 2, isPostponed: false }
  renderAt(
    '/workspace',
    <WorkspaceOnboarding workspace={workspace} progress={progress} onProgress={() => {}} />,
  )
  await screen.findByText('9 of 10 seats are taken: 1 more can be invited.')
  const more = screen.getByRole('link', { name: 'See seats and offers' })
  expect(more.getAttribute('href')).toContain('tab=settings')
})
