import { resendInvite } from '#contract/workspaces/invitations.ts'
import { changeActivity, changeApprover, changeRequester } from '#contract/workspaces/participants.ts'
import type { Participant } from '#contract/workspaces/workspaces.ts'
import { sayWaits } from '#shared/changes/say-waits.ts'
import { showError, showToast, type Toast } from '#shared/dialogs/toast.tsx'
import { useCommand } from '#shared/commands/use-command.ts'
import { personWords, type NamedPerson } from '#shared/parts/PersonText.tsx'
import { UserText } from '#shared/parts/UserText.tsx'
import { participantsTexts } from './texts.ts'

const UNDO_MS = 10_000

export const toggles = { activity: changeActivity, approver: changeApprover, requester: changeRequester }
export type Toggle = keyof typeof toggles

/** Confirms a change of a participant, for longer if it can be undone. */
export const sayDone = (of: NamedPerson, words: string, undo?: Toast['action']): void =>
  showToast({
    message: <UserText words={(name) => `${name} ${words}`}>{personWords(of, '')}</UserText>,
    severity: 'success',
    ...(undo && { action: undo, autoHideDuration: UNDO_MS }),
  })

/** The actions without a confirmation. Each shows a toast with the result. */
export const useParticipantCommands = (participant: Participant) => {
  const { id, workspaceId } = participant
  const { done } = participantsTexts.use()
  const told = (name: Toggle) => ({
    onSuccess: (reply: unknown) => sayWaits(reply) || sayDone(participant, done[name].on),
    onError: (error: Error) => showError(error),
  })
  const commands = {
    activity: useCommand(toggles.activity, told('activity')),
    approver: useCommand(toggles.approver, told('approver')),
    requester: useCommand(toggles.requester, told('requester')),
  }
  const again = useCommand(resendInvite, {
    onSuccess: (reply) => sayWaits(reply) || sayDone(participant, done.resend),
    onError: (error) => showError(error),
  })
  return {
    switchOn: (name: Toggle): void => commands[name].mutate({ body: { participantId: id, value: true } }),
    resend: (): void => again.mutate({ params: { id: workspaceId }, body: { participantId: id } }),
    isPending: again.isPending || Object.values(commands).some(({ isPending }) => isPending),
  }
}
