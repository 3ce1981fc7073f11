import { useMemo, type RefObject } from 'react'
import type { Request } from '#contract/requests/requests.ts'
import { inboxColumns, type Shown } from './inbox-columns.tsx'
import { Answer, RequestDrawer } from './RequestDrawer.tsx'
import { QueueTable } from './QueueTable.tsx'
import { requestOnPhone } from './request-on-phone.ts'

export type TableProps = {
  /** Contains the table. */
  readonly list: RefObject<HTMLElement | null>
  readonly requests: readonly Request[]
  readonly shown: Shown
  readonly sort: string
  readonly onSort: (sort: string) => void
}

/** What waits for the reader: answered on the phone page. */
export const InboxTable = ({ shown, ...table }: TableProps) => {
  const { text } = shown
  const columns = useMemo(() => inboxColumns(shown, 'requester'), [shown])
  const answer = ({ id, type, status }: Request, step?: 'decline') => {
    if (status === 'pending') location.assign(requestOnPhone(id, type === 'approval' ? step : undefined))
  }
  return (
    <QueueTable
      {...table}
      caption={text.caption}
      columns={columns}
      keys={[
        { key: 'a', does: text.keys.approve, act: (request) => answer(request) },
        { key: 'd', does: text.keys.decline, act: (request) => answer(request, 'decline') },
      ]}
    >
      {(props) => (
        <RequestDrawer {...props} shown={shown}>
          <Answer request={props.request} text={text} />
        </RequestDrawer>
      )}
    </QueueTable>
  )
}
