import type { Request } from '#contract/requests/requests.ts'
import { columnHelper } from '#shared/lists/list-columns.ts'
import { CallIcon, CheckIcon, ClockIcon } from '#shared/parts/icons.tsx'
import { Tag } from '#shared/parts/Tag.tsx'
import { PersonLine } from '#shared/lists/PersonLine.tsx'
import { UserText } from '#shared/parts/UserText.tsx'
import { formatAgo, formatMinute } from '#shared/texts/format-time.ts'
import type { Language } from '#shared/texts/language.ts'
import type { inboxTexts } from './texts.ts'

const HOUR_MINUTES = 60
const SOON_MINUTES = 24 * HOUR_MINUTES

export type Shown = {
  readonly text: ReturnType<typeof inboxTexts.use>
  readonly language: Language
  /** Milliseconds since the epoch. */
  readonly now: number
}

export const ownZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone

type DeadlineProps = Shown & { readonly request: Request }

/** How long somebody may still answer: as a warning in the last day. Of one that has ended: how. */
export const Deadline = (props: DeadlineProps) => {
  const { status, closedReason } = props.request
  const { ended } = props.text
  switch (status) {
    case 'approved':
      return (
        <Tag tone="good" icon={<CheckIcon />}>
          {ended.approved}
        </Tag>
      )
    case 'declined':
      if (closedReason !== 'expired')
        return <Tag>{ended[closedReason === 'withdrawn' ? closedReason : 'declined']}</Tag>
      return <TimeLeft {...props} />
    case 'pending':
      return <TimeLeft {...props} />
  }
}

const TimeLeft = ({ request: { expiresAt, status }, text, language, now }: DeadlineProps) => {
  const minutes = Math.floor((Date.parse(expiresAt) - now) / 60_000)
  if (status !== 'pending' || minutes < 0)
    return (
      <Tag tone="danger" icon={<ClockIcon />}>
        <time dateTime={expiresAt}>{formatAgo(Math.max(-minutes, 0), language)}</time>
      </Tag>
    )
  const time = <time dateTime={expiresAt}>{formatMinute(expiresAt, language, ownZone())}</time>
  if (minutes >= SOON_MINUTES) return <span className="numbers muted">{time}</span>
  return (
    <Tag tone="warning" icon={<ClockIcon />}>
      <time dateTime={expiresAt}>
        {minutes < HOUR_MINUTES
          ? text.minutesLeft(minutes)
          : text.hoursLeft(Math.floor(minutes / HOUR_MINUTES))}
      </time>
    </Tag>
  )
}

const column = columnHelper<Request>()

/** `other`: the person at the other end of each request. */
export const inboxColumns = (shown: Shown, other: 'requester' | 'approver') => {
  const { text, language } = shown
  return column.columns([
    column.display({
      id: 'title',
      header: text.columns.title,
      meta: { isFlexible: true, isRowHeader: true },
      cell: ({ row: { original: request } }) => (
        <span className="who">
          {request.type === 'verification' && <CallIcon />}
          <button type="button" className="row-opener one-line">
            {request.type === 'verification' && <span className="visually-hidden">{text.check}: </span>}
            <UserText>{request.title ?? text.erasedText}</UserText>
          </button>
          {request.remindedAt !== undefined && <Tag tone="info">{text.reminded}</Tag>}
        </span>
      ),
    }),
    column.accessor((request) => request[other] ?? request.decidedBy, {
      id: other,
      header: text.columns[other],
      enableSorting: true,
      cell: ({ getValue }) => {
        const person = getValue()
        return person ? (
          <PersonLine of={person} erased={text.erased} />
        ) : (
          <span className="one-line muted">{text.anybody}</span>
        )
      },
    }),
    column.accessor((request) => request.workspaceName ?? text.nameless, {
      id: 'workspace',
      header: text.columns.workspace,
      enableSorting: true,
      cell: ({ getValue }) => (
        <span className="one-line muted">
          <UserText>{getValue()}</UserText>
        </span>
      ),
    }),
    column.accessor('createdAt', {
      header: text.columns.createdAt,
      enableSorting: true,
      cell: ({ getValue }) => (
        <time className="numbers muted" dateTime={getValue()}>
          {formatMinute(getValue(), language, ownZone())}
        </time>
      ),
    }),
    column.accessor('expiresAt', {
      header: text.columns.expiresAt,
      enableSorting: true,
      cell: ({ row }) => <Deadline {...shown} request={row.original} />,
    }),
  ])
}
