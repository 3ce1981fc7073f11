import {
  createColumnHelper,
  createSortedRowModel,
  rowSortingFeature,
  sortFn_alphanumeric,
  tableFeatures,
} from '@tanstack/react-table'
import type { Participant } from '#contract/workspaces.ts'
import { formatTime } from '../../../shared/format-time.ts'
import { Tag } from '../../../shared/Tag.tsx'
import type { ColumnContext } from './use-column-context.ts'

export const tableFeaturesUsed = tableFeatures({
  rowSortingFeature,
  sortedRowModel: createSortedRowModel(),
  sortFns: { alphanumeric: sortFn_alphanumeric },
})

const helper = createColumnHelper<typeof tableFeaturesUsed, Participant>()
const INVITE_TONES = { pending: 'neutral', accepted: 'good', expired: 'danger', revoked: 'danger' } as const

/** The columns; each value is the word that is shown, so that it is sorted as the eye sees it. */
export const participantColumns = ({ text, common, language, timeZone, ownUserId }: ColumnContext) => {
  const flag = (key: 'active' | 'approver' | 'requester') =>
    helper.accessor((participant) => (participant[key] ? common.yes : common.no), {
      id: key,
      header: text.columns[key],
      sortFn: 'alphanumeric',
      cell: ({ row, getValue }) => (
        <span className={row.original[key] ? 'flag flag-on' : 'flag'}>{getValue()}</span>
      ),
    })
  return helper.columns([
    helper.accessor((participant) => participant.email ?? text.erased, {
      id: 'email',
      header: text.columns.email,
      sortFn: 'alphanumeric',
      cell: ({ row, getValue }) => (
        <span className="list-main">
          {getValue()}
          {ownUserId && row.original.userId === ownUserId && <span className="muted"> ({text.you})</span>}
        </span>
      ),
    }),
    helper.accessor((participant) => common.roles[participant.role], {
      id: 'role',
      header: text.columns.role,
      sortFn: 'alphanumeric',
      cell: ({ getValue }) => <span className="list-word">{getValue()}</span>,
    }),
    flag('active'),
    flag('approver'),
    flag('requester'),
    helper.accessor((participant) => text.invite[participant.invite], {
      id: 'invite',
      header: text.columns.invite,
      sortFn: 'alphanumeric',
      cell: ({ row, getValue }) => <Tag tone={INVITE_TONES[row.original.invite]}>{getValue()}</Tag>,
    }),
    helper.accessor((participant) => participant.joinedAt ?? '', {
      id: 'joined',
      header: text.columns.joined,
      sortFn: 'alphanumeric',
      cell: ({ getValue }) => (getValue() ? formatTime(getValue(), language, timeZone) : '–'),
    }),
  ])
}
