import type { ListedParticipant } from '#contract/workspaces/participants.ts'
import type { Participant } from '#contract/workspaces/workspaces.ts'
import { columnHelper } from '#shared/lists/list-columns.ts'
import { formatDay } from '#shared/texts/format-time.ts'
import { ParticipantMenu } from './ParticipantMenu.tsx'
import { Person } from './Person.tsx'
import { Rights } from './Rights.tsx'
import type { ColumnContext } from './use-column-context.ts'

const column = columnHelper<ListedParticipant>()

/** Also true for a revoked invitation. */
export const isInvited = ({ joinedAt }: Participant): boolean => joinedAt === null

export const participantColumns = ({ text, common, language, timeZone, ownUserId, waiting }: ColumnContext) =>
  column.columns([
    column.accessor((participant) => participant.email ?? text.erased, {
      id: 'email',
      header: text.columns.email,
      enableSorting: true,
      meta: { isFlexible: true },
      cell: ({ row }) => (
        <Person participant={row.original} ownUserId={ownUserId} change={waiting.get(row.original.id)} />
      ),
    }),
    column.display({
      id: 'rights',
      header: text.columns.rights,
      cell: ({ row }) => <Rights participant={row.original} />,
    }),
    column.accessor((participant) => common.roles[participant.role], {
      id: 'role',
      header: text.columns.role,
      enableSorting: true,
    }),
    column.accessor((participant) => participant.joinedAt ?? participant.invitedAt, {
      id: 'joinedAt',
      header: text.columns.joined,
      enableSorting: true,
      cell: ({ row: { original }, getValue }) => {
        const day = formatDay(getValue(), language, timeZone)
        return <span className="numbers muted">{original.joinedAt ? day : text.invitedOn(day)}</span>
      },
    }),
    column.display({
      id: 'more',
      header: text.columns.more,
      meta: { isHeaderHidden: true, isFixed: true },
      cell: ({ row }) => (
        <ParticipantMenu
          participant={row.original}
          isOwn={ownUserId !== null && row.original.userId === ownUserId}
        />
      ),
    }),
  ])
