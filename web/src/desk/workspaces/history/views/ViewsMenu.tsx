import { lazy, Suspense, useState } from 'react'
import Button from '@mui/material/Button'
import { useQuery } from '@tanstack/react-query'
import { historyViews, type HistoryView } from '#contract/workspaces/history-views.ts'
import { endpointQuery } from '#shared/api/api.ts'
import { DownIcon } from '#shared/parts/icons.tsx'
import { UserText } from '#shared/parts/UserText.tsx'
import type { AuditFilters } from '../filters/audit-filters.ts'
import { isAsIn } from './views.ts'
import { viewsTexts } from './views-texts.ts'
import './views.css'

const loadChoices = () => import('./ViewChoices.tsx')
const ViewChoices = lazy(async () => ({ default: (await loadChoices()).ViewChoices }))

type Props = {
  readonly workspaceId: string
  readonly filters: AuditFilters
  /** Of the chosen view; empty, or of none, if none is. */
  readonly chosenId: string
  readonly onChoose: (view: HistoryView | null) => void
}

/** The name of the chosen view, and the menu of all that the reader has saved. */
export const ViewsMenu = ({ workspaceId, filters, chosenId, onChoose }: Props) => {
  const text = viewsTexts.use()
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  const [wasOpened, setOpened] = useState(false)
  const query = useQuery({
    ...endpointQuery(historyViews, { params: { id: workspaceId } }),
    enabled: wasOpened || chosenId !== '',
  })
  const chosen = query.data?.find(({ id }) => id === chosenId)
  return (
    <>
      <Button
        variant="outlined"
        className="views-opener"
        aria-haspopup="menu"
        aria-expanded={anchor !== null}
        onPointerEnter={() => void loadChoices()}
        onFocus={() => void loadChoices()}
        onClick={(event) => {
          setOpened(true)
          setAnchor(event.currentTarget)
        }}
      >
        {chosen ? (
          <>
            <span className="visually-hidden">{text.view} </span>
            <span className="one-line">
              <UserText>{chosen.name}</UserText>
            </span>
            {!isAsIn(chosen, filters) && <span className="view-changed">{text.changed}</span>}
          </>
        ) : (
          text.views
        )}
        <DownIcon />
      </Button>
      <Suspense>
        {wasOpened && (
          <ViewChoices
            workspaceId={workspaceId}
            anchor={anchor}
            query={query}
            filters={filters}
            chosen={chosen}
            onChoose={onChoose}
            onClose={() => setAnchor(null)}
          />
        )}
      </Suspense>
    </>
  )
}
