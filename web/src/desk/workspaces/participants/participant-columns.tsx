import { createColumnHelper, tableFeatures } from '@tanstack/react-table'
import type { Participant } from '#contract/workspaces/workspaces.ts'
import { formatDay } from '#shared/texts/format-time.ts'
import type { Sorted } from './participant-filters.ts'
import { ParticipantMenu } from './ParticipantMenu.tsx'
import { Person } from './Person.tsx'
import { Rights } from './Rights.tsx'
import type { ColumnContext } from './use-column-context.ts'

/** The server sorts: it alone has all of them. */
export const tableFeaturesUsed = tableFeatures({})
export const SORTED: Readonly<Record<string, Sorted>> = { email: 'email', role: 'role', joined: 'joinedAt' }

const helper = createColumnHelper<typeof tableFeaturesUsed, Participant>()

/** Not yet joined, and never to be where the invitation was revoked. */
export const isInvited = ({ joinedAt }: Participant): boolean => joinedAt === null

/** The columns. */
export const participantColumns = ({ text, common, language, timeZone, ownUserId }: ColumnContext) =>
  helper.columns([
    helper.accessor((participant) => participant.email ?? text.erased, {
      id: 'email',
      header: text.columns.email,
      cell: ({ row }) => <Person participant={row.original} ownUserId={ownUserId} />,
    }),
    helper.accessor(({ approver, requester }) => `${approver}${requester}`, {
      id: 'rights',
      header: text.columns.rights,
      cell: ({ row }) => <Rights participant={row.original} />,
    }),
    helper.accessor((participant) => common.roles[participant.role], {
      id: 'role',
      header: text.columns.role,
    }),
    helper.accessor((participant) => participant.joinedAt ?? participant.invitedAt, {
      id: 'joined',
      header: text.columns.joined,
      cell: ({ row: { original }, getValue }) => {
        const day = formatDay(getValue(), language, timeZone)
        return <span className="numbers muted">{original.joinedAt ? day : text.invitedOn(day)}</span>
      },
    }),
    helper.display({
      id: 'more',
      header: () => <span className="visually-hidden">{text.columns.more}</span>,
      cell: ({ row }) => (
        <ParticipantMenu
          participant={row.original}
          isOwn={ownUserId !== null && row.original.userId === ownUserId}
        />
      ),
    }),
  ])
