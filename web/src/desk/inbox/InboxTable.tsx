import { useCallback, useMemo, type RefObject } from 'react'
import { useSearchParams } from 'react-router-dom'
import type { Request } from '#contract/requests/requests.ts'
import { withChanged } from '#shared/filters/search-params.ts'
import { ListTable } from '#shared/lists/ListTable.tsx'
import { useLanguage } from '#shared/texts/language.ts'
import { inboxColumns } from './inbox-columns.tsx'
import { RequestDrawer } from './RequestDrawer.tsx'
import { inboxTexts } from './texts.ts'
import { useRowKeys } from './use-row-keys.ts'
import { requestOnPhone } from './request-on-phone.ts'

type Props = {
  /** Contains the table. */
  readonly list: RefObject<HTMLElement | null>
  readonly requests: readonly Request[]
  readonly sort: string
  /** Milliseconds since the epoch. */
  readonly readAt: number
  readonly onSort: (sort: string) => void
}

const MINUTE_MS = 60_000
const idOf = ({ id }: Request): string => id

/** A row opens the request beside the list. */
export const InboxTable = ({ list, requests, sort, readAt, onSort }: Props) => {
  const text = inboxTexts.use()
  const language = useLanguage()
  const [address, setAddress] = useSearchParams()
  const openedId = address.get('request')
  const show = useCallback(
    (request: string) => setAddress((current) => withChanged(current, { request }), { replace: true }),
    [setAddress],
  )
  const minute = Math.floor(readAt / MINUTE_MS)
  const shown = useMemo(() => ({ text, language, now: minute * MINUTE_MS }), [text, language, minute])
  const columns = useMemo(() => inboxColumns(shown), [shown])
  const open = useCallback((request: Request) => show(request.id), [show])
  const at = requests.findIndex(({ id }) => id === openedId)
  const stepTo = (index: number) => {
    const request = requests[index]
    return request && (() => open(request))
  }
  useRowKeys({
    list,
    openedAt: at,
    onOpen: (index) => stepTo(index)?.(),
    onAnswer: (index, answer) => {
      const { id, type, status } = requests[index]!
      const step = answer === 'decline' && type === 'approval' ? answer : undefined
      if (status === 'pending') location.assign(requestOnPhone(id, step))
    },
  })
  return (
    <>
      <ListTable
        name="inbox-list"
        caption={text.caption}
        columns={columns}
        rows={requests}
        idOf={idOf}
        sort={sort}
        onSort={onSort}
        openedId={openedId}
        onOpen={open}
      />
      <p className="inbox-keys meta">
        {(
          [
            ['j k', text.keys.move],
            ['Enter', text.keys.open],
            ['a', text.keys.approve],
            ['d', text.keys.decline],
          ] as const
        ).map(([key, does]) => (
          <span key={key}>
            <kbd>{key}</kbd> {does}
          </span>
        ))}
      </p>
      {at >= 0 && (
        <RequestDrawer
          request={requests[at]!}
          shown={shown}
          steps={{
            previous: { label: text.previous, run: stepTo(at - 1) },
            next: { label: text.next, run: stepTo(at + 1) },
          }}
          restoreTo={() => list.current?.querySelectorAll<HTMLElement>('.row-opener')[at]}
          onClose={() => show('')}
        />
      )}
    </>
  )
}
