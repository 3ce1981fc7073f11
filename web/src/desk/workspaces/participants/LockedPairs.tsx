import { useState } from 'react'
import { useQuery } from '@tanstack/react-query'
import { lockedPairs, unlockPair, type LockedPair } from '#contract/requests/pairs.ts'
import { endpointQuery } from '#shared/api/api.ts'
import { shownOf } from '#shared/api/read-models.ts'
import { useCommand } from '#shared/commands/use-command.ts'
import { ConfirmDialog } from '#shared/dialogs/ConfirmDialog.tsx'
import { showToast } from '#shared/dialogs/toast.tsx'
import { UserText } from '#shared/parts/UserText.tsx'
import { lockedPairsTexts } from './locked-pairs-texts.ts'
import { participantsTexts } from './texts.ts'

type Props = { readonly workspaceId: string }

/** Two people each whose call checks are locked after wrong numbers, with the way to unlock them. */
export const LockedPairs = ({ workspaceId }: Props) => {
  const text = lockedPairsTexts.use()
  const [asked, setAsked] = useState<LockedPair | null>(null)
  const pairs = shownOf(useQuery(endpointQuery(lockedPairs, { params: { workspaceId } }))) ?? []
  if (pairs.length === 0 && asked === null) return null
  return (
    <>
      {pairs.length > 0 && (
        <div className="notice warning">
          <p>
            <strong>{text.title}</strong> {text.text}
          </p>
          <ul>
            {pairs.map((pair) => (
              <li key={pair.requestId}>
                <Two pair={pair} />{' '}
                <button type="button" className="button-link" onClick={() => setAsked(pair)}>
                  {text.unlock}
                </button>
              </li>
            ))}
          </ul>
        </div>
      )}
      {asked && <UnlockDialog workspaceId={workspaceId} pair={asked} onClose={() => setAsked(null)} />}
    </>
  )
}

const Two = ({ pair: { requester, approver } }: { readonly pair: LockedPair }) => {
  const { and } = lockedPairsTexts.use()
  const { erased } = participantsTexts.use()
  return (
    <>
      <UserText>{requester.email ?? erased}</UserText> {and} <UserText>{approver.email ?? erased}</UserText>
    </>
  )
}

type DialogProps = Props & { readonly pair: LockedPair; readonly onClose: () => void }

const UnlockDialog = ({ workspaceId, pair, onClose }: DialogProps) => {
  const text = lockedPairsTexts.use()
  const command = useCommand(unlockPair, {
    onSuccess: () => {
      showToast({ message: text.done, severity: 'success' })
      onClose()
    },
  })
  const { requester, approver } = pair
  const body = { requesterId: requester.participantId, approverId: approver.participantId }
  return (
    <ConfirmDialog
      title={text.question}
      submit={text.unlock}
      isPending={command.isPending}
      error={command.error}
      onSubmit={() => command.mutate({ params: { workspaceId }, body })}
      onClose={onClose}
    >
      <p>
        <Two pair={pair} />
      </p>
      <p>{text.before}</p>
    </ConfirmDialog>
  )
}
