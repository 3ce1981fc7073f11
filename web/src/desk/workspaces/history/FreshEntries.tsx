import Button from '@mui/material/Button'
import { useQuery } from '@tanstack/react-query'
import { workspaceHistory } from '#contract/workspaces/audit.ts'
import type { Query, Reply } from '#contract/endpoint.ts'
import { endpointQuery } from '#shared/api/api.ts'
import { auditTexts } from './texts/audit-texts.ts'

type Page = Reply<typeof workspaceHistory>
type Props = {
  readonly workspaceId: string
  readonly query: Query<typeof workspaceHistory>
  readonly isFiltered: boolean
  /** The first page in the list, and when it was read. */
  readonly shown: Page
  readonly shownAt: number
  readonly onShow: () => void
}

const countOf = (newest: Page, shown: Page, isFiltered: boolean): number =>
  isFiltered ? newest.total - shown.total : (newest.head?.sequence ?? 0) - (shown.head?.sequence ?? 0)

/** A button with the number of new entries since the list was read. */
export const FreshEntries = ({ workspaceId, query, isFiltered, shown, shownAt, onShow }: Props) => {
  const text = auditTexts.use()
  const { data: newest } = useQuery({
    ...endpointQuery(workspaceHistory, { params: { id: workspaceId }, query: { ...query, limit: 1 } }),
    initialData: shown,
    initialDataUpdatedAt: shownAt,
  })
  const count = countOf(newest, shown, isFiltered)
  return (
    <div role="status" className="fresh-entries">
      {count > 0 && (
        <Button variant="contained" size="small" onClick={onShow}>
          {text.fresh(count)}
        </Button>
      )}
    </div>
  )
}
