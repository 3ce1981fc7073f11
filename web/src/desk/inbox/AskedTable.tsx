import { lazy, Suspense, useMemo, useState } from 'react'
import Button from '@mui/material/Button'
import type { Request } from '#contract/requests/requests.ts'
import { MOST_AT_ONCE } from '#contract/requests/several.ts'
import { AskedActions } from './drawer/AskedActions.tsx'
import { askedTexts } from './asked-texts.ts'
import { inboxColumns } from './inbox-columns.tsx'
import type { TableProps } from './InboxTable.tsx'
import { QueueTable } from './QueueTable.tsx'
import { WithdrawDialog, WithdrawalNotice, type Withdrawn } from './drawer/Withdrawal.tsx'

const RequestDrawer = lazy(async () => ({
  default: (await import('./drawer/RequestDrawer.tsx')).RequestDrawer,
}))

const without = (ids: readonly string[], id: string): readonly string[] => ids.filter((one) => one !== id)

/** What the reader has asked. Those that wait can be chosen, and withdrawn together. */
export const AskedTable = ({ shown, ...table }: TableProps) => {
  const text = askedTexts.use()
  const columns = useMemo(() => inboxColumns(shown, 'approver'), [shown])
  const [picked, setPicked] = useState<readonly string[]>([])
  const [asking, setAsking] = useState<readonly Request[]>([])
  const [done, setDone] = useState<Withdrawn | null>(null)
  const waiting = table.requests.filter(({ status }) => status === 'pending')
  const chosen = waiting.filter(({ id }) => picked.includes(id))
  const toggle = ({ id, status }: Request) =>
    status === 'pending' && setPicked(picked.includes(id) ? without(picked, id) : [...picked, id])
  return (
    <>
      {done && <WithdrawalNotice {...done} />}
      {chosen.length > 0 && (
        <div className="inbox-chosen">
          <span role="status">
            {chosen.length > MOST_AT_ONCE ? text.most(MOST_AT_ONCE) : text.chosen(chosen.length)}
          </span>
          <Button onClick={() => setPicked([])}>{text.none}</Button>
          <Button
            variant="outlined"
            color="error"
            aria-disabled={chosen.length > MOST_AT_ONCE}
            onClick={() => chosen.length > MOST_AT_ONCE || setAsking(chosen)}
          >
            {text.withdrawMany(chosen.length)}
          </Button>
        </div>
      )}
      {table.requests.length > 0 && (
        <QueueTable
          {...table}
          caption={text.caption}
          columns={columns}
          selection={
            waiting.length > 0
              ? {
                  selected: chosen.map(({ id }) => id),
                  onChange: setPicked,
                  nameOf: ({ status, title }) => (status === 'pending' ? (title ?? '') : null),
                }
              : undefined
          }
          keys={[{ key: 'x', does: shown.text.keys.choose, act: toggle }]}
        >
          {(props) => (
            <Suspense>
              <RequestDrawer {...props} shown={shown}>
                <AskedActions
                  key={props.request.id}
                  request={props.request}
                  shown={shown}
                  onWithdraw={() => setAsking([props.request])}
                />
              </RequestDrawer>
            </Suspense>
          )}
        </QueueTable>
      )}
      {asking.length > 0 && (
        <WithdrawDialog
          requests={asking}
          onDone={(withdrawn) => {
            setDone(withdrawn)
            setPicked([])
            setAsking([])
          }}
          onClose={() => setAsking([])}
        />
      )}
    </>
  )
}
