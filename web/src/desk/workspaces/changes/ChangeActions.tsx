import { useState } from 'react'
import Button from '@mui/material/Button'
import type { Change } from '#contract/workspaces/change.ts'
import { refuseChange, withdrawChange } from '#contract/workspaces/changes.ts'
import { changeWords, endOf } from '#shared/changes/change-words.ts'
import { useCommand } from '#shared/commands/use-command.ts'
import { ConfirmDialog } from '#shared/dialogs/ConfirmDialog.tsx'
import { showToast } from '#shared/dialogs/toast.tsx'
import { ApproveDialog } from './ApproveDialog.tsx'
import { SigningError } from './SigningError.tsx'
import { changesTexts } from './texts.ts'
import { useApproval } from './use-approval.ts'

const ENDS = { refuse: refuseChange, withdraw: withdrawChange } as const

type Props = {
  readonly change: Change
  /** The reader's participant id. */
  readonly ownId: string
}

/** Nobody decides their own change: they withdraw it. The person whom a change removes may only approve it. */
export const ChangeActions = ({ change, ownId }: Props) => {
  const words = changeWords.use()
  const [asked, setAsked] = useState<keyof typeof ENDS | null>(null)
  const { done } = changesTexts.use()
  const approval = useApproval({
    change,
    approverId: ownId,
    onDone: (decided) =>
      decided.state === 'done'
        ? showToast({ message: done.done, severity: 'success' })
        : showToast({ message: endOf(decided, words), severity: 'error', autoHideDuration: 8_000 }),
  })
  const isOwn = change.requestedBy.participantId === ownId
  const isAboutReader = change.target.kind === 'participant' && change.target.id === ownId
  return (
    <>
      {isAboutReader && !isOwn && <p className="muted">{words.about}</p>}
      <SigningError error={approval.beginError} />
      <div className="change-actions">
        {isOwn ? (
          <Button variant="outlined" onClick={() => setAsked('withdraw')}>
            {words.withdraw}
          </Button>
        ) : (
          <>
            <Button variant="contained" aria-disabled={approval.isPreparing} onClick={approval.begin}>
              {approval.isPreparing ? words.preparing : words.approve}
            </Button>
            {!isAboutReader && (
              <Button variant="outlined" color="error" onClick={() => setAsked('refuse')}>
                {words.refuse}
              </Button>
            )}
          </>
        )}
      </div>
      {approval.prepared && (
        <ApproveDialog
          change={change}
          hasPasskey={approval.prepared.prepared.passkey !== null}
          isSigning={approval.isSigning}
          error={approval.signError}
          onSign={approval.sign}
          onClose={approval.giveUp}
        />
      )}
      {asked && <EndDialog change={change} what={asked} onClose={() => setAsked(null)} />}
    </>
  )
}

type EndProps = {
  readonly change: Change
  readonly what: keyof typeof ENDS
  readonly onClose: () => void
}

/** Asks before a change is refused or withdrawn. */
const EndDialog = ({ change: { id }, what, onClose }: EndProps) => {
  const words = changeWords.use()
  const { done } = changesTexts.use()
  const command = useCommand(ENDS[what], {
    onSuccess: () => {
      showToast({ message: what === 'refuse' ? done.refused : done.withdrawn, severity: 'success' })
      onClose()
    },
  })
  const confirm = what === 'refuse' ? words.refuseConfirm : words.withdrawConfirm
  const busy = what === 'refuse' ? words.refusing : words.withdrawing
  return (
    <ConfirmDialog
      title={what === 'refuse' ? words.refuseQuestion : words.withdrawQuestion}
      submit={command.isPending ? busy : confirm}
      isDangerous
      isPending={command.isPending}
      error={command.error}
      onSubmit={() => command.mutate({ params: { id } })}
      onClose={onClose}
    >
      <p>{what === 'refuse' ? words.refuseText : words.withdrawText}</p>
    </ConfirmDialog>
  )
}
