import type { ListedWorkspace } from '#contract/workspaces/subscription/periods.ts'
import type { ChangedEnd } from '#contract/workspaces/operator/several-periods.ts'
import { ResultsDialog } from '#shared/dialogs/ResultsDialog.tsx'
import { nameOf } from '../names.ts'
import { superAdminTexts } from '../texts.ts'
import { severalTexts } from './texts.ts'

type Props = {
  readonly workspaces: readonly ListedWorkspace[]
  readonly results: readonly ChangedEnd[]
  readonly onClose: () => void
}

/** What came of it: the sum, and each workspace that could not be changed, with the reason. */
export const EndResults = ({ workspaces, results, onClose }: Props) => {
  const all = superAdminTexts.use()
  const text = severalTexts.use()
  const count = (wanted: ChangedEnd['outcome']) => results.filter(({ outcome }) => outcome === wanted).length
  const names = new Map(workspaces.map((workspace) => [workspace.id, nameOf(workspace, all)]))
  const refused = results.flatMap(({ workspaceId: key, reason }) =>
    reason === null ? [] : [{ key, reason }],
  )
  return (
    <ResultsDialog
      title={text.done(count('changed'), count('unchanged'), count('refused'))}
      left={refused.map(({ key, reason }) => ({
        key,
        who: <bdi>{names.get(key) ?? key}</bdi>,
        why: text.reasons[reason],
      }))}
      onClose={onClose}
    />
  )
}
