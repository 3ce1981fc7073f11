import { lazy, Suspense, useCallback, useMemo, useRef } from 'react'
import { useInfiniteQuery } from '@tanstack/react-query'
import type { Change } from '#contract/workspaces/change.ts'
import { changeList } from '#contract/workspaces/changes.ts'
import type { Workspace } from '#contract/workspaces/workspaces.ts'
import { endpointPages } from '#shared/api/api.ts'
import { isLoading } from '#shared/api/read-models.ts'
import { usePendingChanges } from '#shared/changes/waiting-changes.ts'
import { MoreButton } from '#shared/lists/MoreButton.tsx'
import { Link } from '#shared/parts/Link.tsx'
import { membershipIn, useMemberships } from '#shared/reads/memberships.ts'
import { QueryStates } from '#shared/reads/QueryStates.tsx'
import { ChangesTable } from './ChangesTable.tsx'
import { changesTexts } from './texts.ts'
import { useOpenedChange } from './use-opened-change.ts'

const ChangeDrawer = lazy(async () => ({ default: (await import('./ChangeDrawer.tsx')).ChangeDrawer }))

type Props = { readonly workspace: Workspace }

const PAGE_SIZE = 50
const isDecided = ({ state }: Change): boolean => state !== 'pending'

/** The pending changes, then the decided ones as far as they are loaded. `rows` is undefined until both are there. */
const useChanges = (id: string) => {
  const pending = usePendingChanges(id)
  const all = useInfiniteQuery(
    endpointPages(changeList, { params: { workspaceId: id }, query: { limit: PAGE_SIZE } }),
  )
  const rows = useMemo(
    () => [
      ...(pending.data ?? []),
      ...(all.data?.pages.flatMap(({ reply }) => reply).filter(isDecided) ?? []),
    ],
    [pending.data, all.data],
  )
  const isReady = !isLoading(pending, all) && pending.data && all.data
  return { rows: isReady ? rows : undefined, all, reading: pending.error ? pending : all }
}

/** The changes that wait for a second admin, then those that were decided. The open one is in the address as `change`. */
export const ChangesTab = ({ workspace: { id, timezone } }: Props) => {
  const text = changesTexts.use()
  const list = useRef<HTMLDivElement>(null)
  const opened = useOpenedChange()
  const ownId = membershipIn(useMemberships().data?.userWorkspaces, id)?.participantId ?? null
  const { rows, all, reading } = useChanges(id)
  const show = useCallback((change: Change) => opened.show(change.id), [opened])
  return (
    <>
      <p className="muted changes-lead">{text.lead}</p>
      <QueryStates query={reading} label={text.loading} rows={5} />
      {rows?.length === 0 && (
        <p className="card empty">
          {text.none} <Link to="?tab=settings">{text.settings}</Link>
        </p>
      )}
      {rows && rows.length > 0 && (
        <>
          <div ref={list}>
            <ChangesTable
              changes={rows}
              ownId={ownId}
              timeZone={timezone}
              openedId={opened.id}
              onOpen={show}
            />
          </div>
          <MoreButton
            list={list}
            count={rows.length}
            onMore={all.hasNextPage ? () => void all.fetchNextPage() : undefined}
            isLoading={all.isFetchingNextPage}
          />
        </>
      )}
      {opened.id !== null && (
        <Suspense>
          <ChangeDrawer
            key={opened.id}
            id={opened.id}
            listed={rows?.find((change) => change.id === opened.id)}
            ownId={ownId}
            timeZone={timezone}
            onClose={opened.close}
          />
        </Suspense>
      )}
    </>
  )
}
