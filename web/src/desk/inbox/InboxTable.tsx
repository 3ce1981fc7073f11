import { Suspense, useMemo, useState, type RefObject } from 'react'
import type { Request } from '#contract/requests/requests.ts'
import type { Shown } from './Deadline.tsx'
import { inboxColumns } from './inbox-columns.tsx'
import { ChosenBar, InboxDrawer } from './late-parts.ts'
import { QueueTable } from './QueueTable.tsx'
import { requestOnPhone, severalOnPhone } from './request-on-phone.ts'

export type TableProps = {
  /** Contains the table. */
  readonly list: RefObject<HTMLElement | null>
  readonly requests: readonly Request[]
  readonly shown: Shown
  readonly sort: string
  readonly onSort: (sort: string) => void
}

const isApproval = ({ type, status }: Request): boolean => type === 'approval' && status === 'pending'

/** What waits for the reader: answered on the phone page, one by one or several that were chosen here. Call checks are answered alone. */
export const InboxTable = ({ shown, ...table }: TableProps) => {
  const { text } = shown
  const { requests } = table
  const columns = useMemo(() => inboxColumns(shown, 'requester'), [shown])
  const [picked, setPicked] = useState<readonly Request[]>([])
  const approvals = requests.filter(isApproval)
  const selected = approvals.flatMap(({ id }) => (picked.some((one) => one.id === id) ? id : []))
  const pick = (ids: readonly string[]) => setPicked(approvals.filter(({ id }) => ids.includes(id)))
  const answer = ({ id, type, status }: Request, step?: 'decline') => {
    if (selected.includes(id)) location.assign(severalOnPhone(selected, step))
    else if (status === 'pending') location.assign(requestOnPhone(id, type === 'approval' ? step : undefined))
  }
  return (
    <>
      {picked.length > 0 && (
        <Suspense fallback={null}>
          <ChosenBar picked={picked} approvals={approvals} onPick={pick} />
        </Suspense>
      )}
      <QueueTable
        {...table}
        caption={text.caption}
        columns={columns}
        selection={
          approvals.length > 0
            ? {
                selected,
                onChange: pick,
                nameOf: (request) => (isApproval(request) ? (request.title ?? '') : null),
              }
            : undefined
        }
        keys={[
          {
            key: 'x',
            does: text.keys.choose,
            act: ({ id }) =>
              pick(selected.includes(id) ? selected.filter((one) => one !== id) : [...selected, id]),
          },
          { key: 'a', does: text.keys.approve, act: (request) => answer(request) },
          { key: 'd', does: text.keys.decline, act: (request) => answer(request, 'decline') },
        ]}
      >
        {(props) => (
          <Suspense>
            <InboxDrawer {...props} shown={shown} />
          </Suspense>
        )}
      </QueueTable>
    </>
  )
}
