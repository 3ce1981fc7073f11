import { useQuery } from '@tanstack/react-query'
import {
  changeParticipants,
  participantsRequests,
  type ChangedParticipant,
  type ChangedThing,
} from '#contract/workspaces/several-participants.ts'
import type { Participant } from '#contract/workspaces/workspaces.ts'
import { endpointQuery } from '#shared/api/api.ts'
import { useCommand } from '#shared/commands/use-command.ts'
import { ConfirmDialog } from '#shared/dialogs/ConfirmDialog.tsx'
import { showError } from '#shared/dialogs/toast.tsx'
import { participantsTexts } from '../texts.ts'
import { severalTexts } from './texts.ts'

export type Wanted = { readonly what: ChangedThing; readonly value: boolean }

type Props = {
  readonly workspaceId: string
  readonly people: readonly Participant[]
  /** Whether the reader was selected, and is left out. */
  readonly leavesYou: boolean
  readonly wanted: Wanted
  readonly onDone: (results: readonly ChangedParticipant[]) => void
  readonly onClose: () => void
}

/** Asks once for all, and says how many open requests it closes. */
export const ConfirmSeveral = ({ workspaceId, people, leavesYou, wanted, onDone, onClose }: Props) => {
  const text = severalTexts.use()
  const { actions } = participantsTexts.use()
  const { what, value } = wanted
  const to = value ? 'on' : 'off'
  const params = { id: workspaceId }
  const participantIds = people.map(({ id }) => id)
  const open = useQuery({
    ...endpointQuery(participantsRequests, { params, body: { participantIds, what } }),
    enabled: !value && people.length > 0,
    // Every time it asks, it counts anew.
    gcTime: 0,
  })
  const command = useCommand(changeParticipants, {
    onSuccess: ({ results }) => {
      onClose()
      onDone(results)
    },
    onError: (error) => showError(error),
  })
  const counted = () => {
    if (open.data) return text.closes(open.data.closes)
    return open.failureCount === 0 ? text.counting : text.unknown
  }
  return (
    <ConfirmDialog
      title={text.questions[what][to](people.length)}
      submit={actions[what][to]}
      isDangerous={!value}
      isPending={command.isPending || people.length === 0}
      error={command.error}
      onSubmit={() => command.mutate({ params, body: { participantIds, what, value } })}
      onClose={onClose}
    >
      <p>
        {text.each} {leavesYou && text.notYou}
      </p>
      {!value && <p role="status">{counted()}</p>}
    </ConfirmDialog>
  )
}
