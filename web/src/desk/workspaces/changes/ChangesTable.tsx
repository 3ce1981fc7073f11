import { useMemo } from 'react'
import type { Change } from '#contract/workspaces/change.ts'
import { ChangeTitle } from '#shared/changes/ChangeTitle.tsx'
import { changeWords } from '#shared/changes/change-words.ts'
import { columnHelper } from '#shared/lists/list-columns.ts'
import { ListTable } from '#shared/lists/ListTable.tsx'
import { PersonLine } from '#shared/lists/PersonLine.tsx'
import { formatMinute } from '#shared/texts/format-time.ts'
import { useLanguage } from '#shared/texts/language.ts'
import { ChangeState } from './ChangeState.tsx'
import { changesTexts } from './texts.ts'
import './changes-tab.css'

type Props = {
  readonly changes: readonly Change[]
  /** The reader's participant id. Null while it is unknown. */
  readonly ownId: string | null
  readonly timeZone: string
  readonly openedId: string | null
  readonly onOpen: (change: Change) => void
}

const column = columnHelper<Change>()
const idOf = ({ id }: Change): string => id
const isPending = ({ state }: Change): boolean => state === 'pending'

const useColumns = ({ ownId, timeZone }: Pick<Props, 'ownId' | 'timeZone'>) => {
  const text = changesTexts.use()
  const words = changeWords.use()
  const language = useLanguage()
  return useMemo(
    () =>
      column.columns([
        column.display({
          id: 'title',
          header: text.columns.title,
          meta: { isFlexible: true, isRowHeader: true },
          cell: ({ row }) => (
            <button type="button" className="row-opener one-line">
              <ChangeTitle change={row.original} />
            </button>
          ),
        }),
        column.display({
          id: 'state',
          header: text.columns.state,
          cell: ({ row }) => <ChangeState change={row.original} timeZone={timeZone} />,
        }),
        column.accessor((change) => change.requestedBy.email ?? words.erased, {
          id: 'requestedBy',
          header: text.columns.requestedBy,
          cell: ({ row }) => (
            <span className="one-line">
              {row.original.requestedBy.participantId === ownId ? (
                text.you
              ) : (
                <PersonLine of={row.original.requestedBy} erased={words.erased} />
              )}
            </span>
          ),
        }),
        column.accessor('requestedAt', {
          header: text.columns.requestedAt,
          cell: ({ getValue }) => (
            <time className="numbers muted" dateTime={getValue()}>
              {formatMinute(getValue(), language, timeZone)}
            </time>
          ),
        }),
      ]),
    [text, words, language, ownId, timeZone],
  )
}

export const ChangesTable = ({ changes, openedId, onOpen, ...shown }: Props) => {
  const text = changesTexts.use()
  const columns = useColumns(shown)
  const pending = changes.filter(isPending).length
  const groups = [
    { id: 'pending', name: text.groups.pending, count: pending, has: isPending },
    {
      id: 'decided',
      name: text.groups.decided,
      count: changes.length - pending,
      has: (change: Change) => !isPending(change),
    },
  ]
  return (
    <ListTable
      name="changes"
      caption={text.caption}
      columns={columns}
      rows={changes}
      idOf={idOf}
      groups={groups}
      openedId={openedId}
      onOpen={onOpen}
    />
  )
}
