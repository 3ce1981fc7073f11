import { useCallback, type ReactNode, type RefObject } from 'react'
import { useSearchParams } from 'react-router-dom'
import type { Request } from '#contract/requests/requests.ts'
import type { Steps } from '#shared/dialogs/SideDrawer.tsx'
import { withChanged } from '#shared/filters/search-params.ts'
import type { ListColumns } from '#shared/lists/list-columns.ts'
import { ListTable, type Selection } from '#shared/lists/ListTable.tsx'
import { inboxTexts } from './texts.ts'
import { useRowKeys } from './use-row-keys.ts'

/** What a drawer needs of the list beside it. */
export type DrawerProps = {
  readonly request: Request
  readonly steps: Steps
  readonly restoreTo: () => HTMLElement | null | undefined
  readonly onClose: () => void
}

/** A key that acts on a row. */
export type KeyAction = {
  readonly key: string
  readonly does: string
  readonly act: (request: Request) => void
}

type Props = {
  /** Contains the table. */
  readonly list: RefObject<HTMLElement | null>
  readonly caption: string
  /** The same array as long as nothing in it changes. */
  readonly columns: ListColumns<Request>
  readonly requests: readonly Request[]
  readonly sort: string
  readonly onSort: (sort: string) => void
  readonly selection?: Selection<Request> | undefined
  readonly keys: readonly KeyAction[]
  /** The drawer of the open row. */
  readonly children: (props: DrawerProps) => ReactNode
}

const idOf = ({ id }: Request): string => id

/** Requests in rows. A row opens the request beside the list. */
export const QueueTable = ({ list, requests, keys, children, selection, ...table }: Props) => {
  const text = inboxTexts.use()
  const [address, setAddress] = useSearchParams()
  const openedId = address.get('request')
  const show = useCallback(
    (request: string) => setAddress((current) => withChanged(current, { request }), { replace: true }),
    [setAddress],
  )
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
    actions: Object.fromEntries(keys.map(({ key, act }) => [key, (index: number) => act(requests[index]!)])),
  })
  return (
    <>
      <ListTable
        {...table}
        {...(selection && { selection })}
        name="inbox-list"
        rows={requests}
        idOf={idOf}
        openedId={openedId}
        onOpen={open}
      />
      <p className="inbox-keys meta">
        {[
          ['j k', text.keys.move],
          ['Enter', text.keys.open],
          ...keys.map(({ key, does }) => [key, does]),
        ].map(([key, does]) => (
          <span key={key}>
            <kbd>{key}</kbd> {does}
          </span>
        ))}
      </p>
      {at >= 0 &&
        children({
          request: requests[at]!,
          steps: {
            previous: { label: text.previous, run: stepTo(at - 1) },
            next: { label: text.next, run: stepTo(at + 1) },
          },
          restoreTo: () => list.current?.querySelectorAll<HTMLElement>('.row-opener')[at],
          onClose: () => show(''),
        })}
    </>
  )
}
