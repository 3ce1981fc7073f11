import { Suspense } from 'react'
import type { Request } from '#contract/requests/requests.ts'
import { columnHelper } from '#shared/lists/list-columns.ts'
import { CallIcon } from '#shared/parts/icons.tsx'
import { Tag } from '#shared/parts/Tag.tsx'
import { PersonLine } from '#shared/lists/PersonLine.tsx'
import { UserText } from '#shared/parts/UserText.tsx'
import { formatMinute } from '#shared/texts/format-time.ts'
import { Deadline, ownZone, type Shown } from './Deadline.tsx'
import { KindWords } from './late-parts.ts'

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
          {(request.kind || request.parked || (request.needs && request.needs.count > 1)) && (
            <span className="kind-line">
              <Suspense>
                <KindWords request={request} />
              </Suspense>
            </span>
          )}
          {request.remindedAt !== undefined && <Tag tone="info">{text.reminded}</Tag>}
        </span>
      ),
    }),
    column.accessor((request) => request[other] ?? request.decidedBy, {
      id: other,
      header: text.columns[other],
      enableSorting: true,
      cell: ({ getValue, row: { original: request } }) => {
        const person = getValue()
        return person ? (
          <PersonLine of={person} erased={text.erased} />
        ) : (
          <span className="one-line muted">{request.needs ? text.byRule : text.anybody}</span>
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
