import { resendInvite } from '#contract/workspaces/invitations.ts'
import { changeActivity, changeApprover, changeRequester } from '#contract/workspaces/participants.ts'
import type { Participant } from '#contract/workspaces/workspaces.ts'
import { showError, showToast } from '#shared/dialogs/toast.tsx'
import { useCommand } from '#shared/commands/use-command.ts'
import { UserText } from '#shared/parts/UserText.tsx'
import { participantsTexts } from './texts.ts'

export type Toggle = 'activity' | 'approver' | 'requester'

/** Confirms a change of a participant. */
export const sayDone = (email: string | null, words: string): void =>
  showToast({
    message: <UserText words={(name) => `${name} ${words}`}>{email ?? ''}</UserText>,
    severity: 'success',
  })

/** The actions without a confirmation. Each shows a toast with the result. */
export const useParticipantCommands = ({ id, workspaceId, email }: Participant) => {
  const { done } = participantsTexts.use()
  const told = (name: Toggle) => ({
    onSuccess: (_: unknown, { body }: { readonly body: { readonly value?: boolean } }) =>
      sayDone(email, done[name][body.value ? 'on' : 'off']),
    onError: (error: Error) => showError(error),
  })
  const commands = {
    activity: useCommand(changeActivity, told('activity')),
    approver: useCommand(changeApprover, told('approver')),
    requester: useCommand(changeRequester, told('requester')),
  }
  const again = useCommand(resendInvite, {
    onSuccess: () => sayDone(email, done.resend),
    onError: (error) => showError(error),
  })
  return {
    toggle: (name: Toggle, value: boolean): void =>
      commands[name].mutate({ body: { participantId: id, value } }),
    resend: (): void => again.mutate({ params: { id: workspaceId }, body: { participantId: id } }),
    isPending: again.isPending || Object.values(commands).some(({ isPending }) => isPending),
  }
}
