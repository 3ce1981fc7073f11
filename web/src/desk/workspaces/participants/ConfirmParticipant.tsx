import { revokeInvite } from '#contract/workspaces/invitations.ts'
import { convertToAdmin, removeParticipant } from '#contract/workspaces/participants.ts'
import type { Participant } from '#contract/workspaces/workspaces.ts'
import { sayWaits } from '#shared/changes/say-waits.ts'
import { ConfirmDialog } from '#shared/dialogs/ConfirmDialog.tsx'
import { personWords } from '#shared/parts/PersonText.tsx'
import { UserText } from '#shared/parts/UserText.tsx'
import { showError } from '#shared/dialogs/toast.tsx'
import { useCommand } from '#shared/commands/use-command.ts'
import { participantsTexts } from './texts.ts'
import { sayDone } from './use-participant-commands.tsx'

export type Confirmed = 'promote' | 'remove' | 'revoke'
const endpoints = { promote: convertToAdmin, remove: removeParticipant, revoke: revokeInvite } as const

type Props = { readonly participant: Participant; readonly what: Confirmed; readonly onClose: () => void }

/** Asks before a participant becomes an admin, is removed, or loses an invitation. */
export const ConfirmParticipant = ({ participant, what, onClose }: Props) => {
  const text = participantsTexts.use()
  const { id, workspaceId } = participant
  const { question, text: consequence } = text[what]
  const lead = what === 'remove' ? `${text.remove.failed}: ` : ''
  const command = useCommand(endpoints[what], {
    onSuccess: (reply) => {
      if (!sayWaits(reply)) sayDone(participant, text.done[what])
      onClose()
    },
    onError: (error) => showError(error, lead),
  })
  return (
    <ConfirmDialog
      title={<UserText words={question}>{personWords(participant, text.erased)}</UserText>}
      submit={text.actions[what]}
      isDangerous={what !== 'promote'}
      isPending={command.isPending}
      error={command.error}
      errorLead={lead}
      onSubmit={() => command.mutate({ params: { id: workspaceId }, body: { participantId: id } })}
      onClose={onClose}
    >
      <p>{consequence}</p>
    </ConfirmDialog>
  )
}
