import { lazy, Suspense, useRef, useState, type ComponentProps } from 'react'
import { useQuery } from '@tanstack/react-query'
import { currentUser } from '#contract/accounts/users.ts'
import { endpointQuery } from '#shared/api/api.ts'
import { showError } from '#shared/dialogs/toast.tsx'
import { personWords } from '#shared/parts/PersonText.tsx'
import { MoreButton } from '#shared/lists/MoreButton.tsx'
import { EmptyList } from '#shared/lists/EmptyList.tsx'
import { ParticipantsTable } from './ParticipantsTable.tsx'
import { participantsTexts } from './texts.ts'

const SelectionBar = lazy(async () => ({
  default: (await import('./several/SelectionBar.tsx')).SelectionBar,
}))

type Props = Omit<ComponentProps<typeof ParticipantsTable>, 'selection'> & {
  readonly workspaceId: string
  /** Undefined without a filter or search. */
  readonly onClear: (() => void) | undefined
  /** Undefined at the end of the list. */
  readonly onMore: (() => void) | undefined
  /** Loads the whole list, and returns the ids of all in it. */
  readonly loadAll: () => Promise<readonly string[]>
  readonly isLoadingMore: boolean
}

export const ParticipantsResult = ({
  workspaceId,
  onClear,
  onMore,
  loadAll,
  isLoadingMore,
  ...table
}: Props) => {
  const { participants, total } = table
  const [selected, setSelected] = useState<readonly string[]>([])
  const user = useQuery({ ...endpointQuery(currentUser), staleTime: 300_000 })
  const text = participantsTexts.use()
  const list = useRef<HTMLDivElement>(null)
  // Whom a filter hides is not changed.
  const ids = new Set(selected)
  const chosen = participants.filter(({ id }) => ids.has(id))
  if (participants.length === 0)
    return <EmptyList none={text.none} noHits={text.noHits} clear={text.clear} onClear={onClear} />
  return (
    <>
      <div ref={list}>
        <ParticipantsTable
          {...table}
          selection={{
            selected,
            onChange: setSelected,
            nameOf: (person) => personWords(person, text.erased),
          }}
        />
      </div>
      {chosen.length > 0 && (
        <Suspense fallback={null}>
          <SelectionBar
            workspaceId={workspaceId}
            chosen={chosen}
            total={total}
            ownUserId={user.data?.id ?? null}
            onAll={
              chosen.length < total ? () => void loadAll().then(setSelected).catch(showError) : undefined
            }
            onNone={() => setSelected([])}
          />
        </Suspense>
      )}
      <MoreButton list={list} count={participants.length} onMore={onMore} isLoading={isLoadingMore} />
    </>
  )
}
