import { useState } from 'react'
import Button from '@mui/material/Button'
import type { ListedWorkspace } from '#contract/workspaces/subscription/periods.ts'
import {
  END_CHANGES,
  MAX_WORKSPACES,
  type ChangedEnd,
  type EndChange,
} from '#contract/workspaces/operator/several-periods.ts'
import { ChangeEndsDialog } from './ChangeEndsDialog.tsx'
import { EndResults } from './EndResults.tsx'
import { severalTexts } from './texts.ts'
import '#shared/lists/several.css'
import './several.css'

type Props = {
  readonly chosen: readonly ListedWorkspace[]
  /** How many match the filter. */
  readonly total: number
  /** Selects all that match. */
  readonly onAll: () => void
  readonly onNone: () => void
}
/** The workspaces as they were when it was asked: a filter may hide them once they are changed. */
type Asked = { readonly workspaces: readonly ListedWorkspace[]; readonly change: EndChange }

/** What can be done with the selected workspaces. It stays in view while the list scrolls. */
export const SelectionBar = ({ chosen, total, onAll, onNone }: Props) => {
  const text = severalTexts.use()
  const [asked, setAsked] = useState<Asked | null>(null)
  const [results, setResults] = useState<readonly ChangedEnd[] | null>(null)
  const isTooMany = chosen.length > MAX_WORKSPACES
  const most = isTooMany || total > MAX_WORKSPACES ? text.most(MAX_WORKSPACES) : ''
  return (
    <>
      {chosen.length > 0 && (
        <section className="card selection-bar" aria-label={text.bar}>
          <p className="numbers" role="status">
            {text.selected(chosen.length)} {most}
          </p>
          {chosen.length < total && total <= MAX_WORKSPACES && (
            <Button onClick={onAll}>{text.all(total)}</Button>
          )}
          <Button onClick={onNone}>{text.none}</Button>
          {END_CHANGES.toReversed().map((change) => (
            <Button
              key={change}
              variant={change === 'extend' ? 'contained' : 'outlined'}
              aria-disabled={isTooMany}
              onClick={() => isTooMany || setAsked({ workspaces: chosen, change })}
            >
              {text.changes[change].action}
            </Button>
          ))}
        </section>
      )}
      {asked && !results && (
        <ChangeEndsDialog {...asked} onDone={setResults} onClose={() => setAsked(null)} />
      )}
      {asked && results && (
        <EndResults
          workspaces={asked.workspaces}
          results={results}
          onClose={() => {
            setAsked(null)
            setResults(null)
            onNone()
          }}
        />
      )}
    </>
  )
}
