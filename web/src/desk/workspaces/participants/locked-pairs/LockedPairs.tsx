import { useState } from 'react'
import { unlockPair, type LockedPair } from '#contract/requests/pairs.ts'
import { useCommand } from '#shared/commands/use-command.ts'
import { ConfirmDialog } from '#shared/dialogs/ConfirmDialog.tsx'
import { showToast } from '#shared/dialogs/toast.tsx'
import { personWords } from '#shared/parts/PersonText.tsx'
import { UserText } from '#shared/parts/UserText.tsx'
import { lockedPairsTexts } from './locked-pairs-texts.ts'
import { participantsTexts } from '../texts.ts'

type Props = { readonly workspaceId: string; readonly pairs: readonly LockedPair[] }

/** Two people each whose call checks are locked after wrong numbers, with the way to unlock them. */
export const LockedPairs = ({ workspaceId, pairs }: Props) => {
  const text = lockedPairsTexts.use()
  const [asked, setAsked] = useState<LockedPair | null>(null)
  return (
    <>
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
      {asked && <UnlockDialog workspaceId={workspaceId} pair={asked} onClose={() => setAsked(null)} />}
    </>
  )
}

const Two = ({ pair: { requester, approver } }: { readonly pair: LockedPair }) => {
  const { and } = lockedPairsTexts.use()
  const { erased } = participantsTexts.use()
  return (
    <>
      <UserText>{personWords(requester, erased)}</UserText> {and}{' '}
      <UserText>{personWords(approver, erased)}</UserText>
    </>
  )
}

type DialogProps = Pick<Props, 'workspaceId'> & { readonly pair: LockedPair; readonly onClose: () => void }

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
