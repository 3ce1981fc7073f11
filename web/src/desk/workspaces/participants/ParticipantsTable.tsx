import { lazy, Suspense, useCallback, useMemo, useState } from 'react'
import type { Change } from '#contract/workspaces/change.ts'
import type { ListedParticipant } from '#contract/workspaces/participants.ts'
import { ListTable, type Selection } from '#shared/lists/ListTable.tsx'
import { participantColumns } from './participant-columns.tsx'
import { participantsTexts } from './texts.ts'
import { useColumnContext } from './use-column-context.ts'

const ParticipantDrawer = lazy(async () => ({
  default: (await import('./drawer/ParticipantDrawer.tsx')).ParticipantDrawer,
}))

type Props = {
  readonly participants: readonly ListedParticipant[]
  /** Includes participants that are not loaded yet. */
  readonly total: number
  readonly sort: string
  readonly onSort: (sort: string) => void
  readonly timeZone: string
  /** The changes that wait for a second admin. */
  readonly pending: readonly Change[]
  readonly selection: Selection<ListedParticipant>
}

const idOf = ({ id }: ListedParticipant): string => id
const isPending = ({ invite }: ListedParticipant): boolean => invite === 'pending'

/** Unless the list is sorted, pending invitations come first, in a group of their own. */
export const ParticipantsTable = ({
  participants,
  total,
  sort,
  onSort,
  timeZone,
  pending: changes,
  selection,
}: Props) => {
  const text = participantsTexts.use()
  const context = useColumnContext(timeZone, changes)
  const columns = useMemo(() => participantColumns(context), [context])
  const [openedId, setOpenedId] = useState<string | null>(null)
  const open = useCallback(({ id }: ListedParticipant) => setOpenedId(id), [])
  const opened = participants.find(({ id }) => id === openedId)
  const pending = participants.filter(isPending).length
  const isGrouped = !sort && pending > 0
  // The second body keeps its id without groups, so its rows stay mounted and the reader keeps their place.
  const groups = [
    ...(isGrouped ? [{ id: 'pending', name: text.groups.pending, count: pending, has: isPending }] : []),
    {
      id: 'others',
      name: isGrouped ? text.groups.others : '',
      count: total - pending,
      has: (participant: ListedParticipant) => !isGrouped || !isPending(participant),
    },
  ]
  return (
    <>
      <ListTable
        name="people"
        caption={text.caption}
        columns={columns}
        rows={participants}
        idOf={idOf}
        sort={sort}
        onSort={onSort}
        groups={groups}
        selection={selection}
        openedId={openedId}
        onOpen={open}
      />
      {opened && (
        <Suspense fallback={null}>
          <ParticipantDrawer
            participant={opened}
            change={context.waiting.get(opened.id)}
            timeZone={timeZone}
            onClose={() => setOpenedId(null)}
          />
        </Suspense>
      )}
    </>
  )
}
