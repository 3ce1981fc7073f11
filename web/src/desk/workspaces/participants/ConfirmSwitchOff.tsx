import { useQuery } from '@tanstack/react-query'
import { participantRequests } from '#contract/workspaces/participants.ts'
import type { Participant } from '#contract/workspaces/workspaces.ts'
import { endpointQuery } from '#shared/api/api.ts'
import { sayWaits } from '#shared/changes/say-waits.ts'
import { useCommand } from '#shared/commands/use-command.ts'
import { ConfirmDialog } from '#shared/dialogs/ConfirmDialog.tsx'
import { showError } from '#shared/dialogs/toast.tsx'
import { personWords } from '#shared/parts/PersonText.tsx'
import { UserText } from '#shared/parts/UserText.tsx'
import { participantsTexts } from './texts.ts'
import { sayDone, toggles, type Toggle } from './use-participant-commands.tsx'

type Props = {
  readonly participant: Participant
  readonly what: Toggle
  /** Switches it on again. */
  readonly onUndo: () => void
  readonly onClose: () => void
}

/**
 * Asks before a right is removed or a participant is deactivated, and says how many open requests that closes. If it
 * closes none, the toast offers to undo it.
 */
export const ConfirmSwitchOff = ({ participant, what, onUndo, onClose }: Props) => {
  const text = participantsTexts.use()
  const { id, workspaceId } = participant
  const { data: open, failureCount } = useQuery({
    ...endpointQuery(participantRequests, { params: { id: workspaceId }, query: { participantId: id } }),
    // Every time it asks, it counts anew: an old count may offer an undo that does not bring back what was closed.
    gcTime: 0,
  })
  const count = open && (what === 'activity' ? open.requester + open.approver : open[what])
  const command = useCommand(toggles[what], {
    onSuccess: (reply) => {
      const undo = count === 0 ? { label: text.undo, run: onUndo } : undefined
      if (!sayWaits(reply)) sayDone(participant, text.done[what].off, undo)
      onClose()
    },
    onError: (error) => showError(error),
  })
  const { question, text: consequence, closes } = text.off[what]
  const counted = () => {
    if (count === undefined) return failureCount === 0 ? text.off.counting : text.off.unknown
    return count === 0 ? text.off.closesNone : closes(count)
  }
  return (
    <ConfirmDialog
      title={<UserText words={question}>{personWords(participant, text.erased)}</UserText>}
      submit={text.actions[what].off}
      isDangerous
      isPending={command.isPending}
      error={command.error}
      onSubmit={() => command.mutate({ body: { participantId: id, value: false } })}
      onClose={onClose}
    >
      <p>{consequence}</p>
      <p role="status">{counted()}</p>
    </ConfirmDialog>
  )
}
