import { useId } from 'react'
import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import type { ListedWorkspace } from '#contract/workspaces/periods.ts'
import type { ChangedEnd } from '#contract/workspaces/several-periods.ts'
import { useText } from '#shared/texts/common.ts'
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
  const { close } = useText()
  const id = useId()
  const count = (wanted: ChangedEnd['outcome']) => results.filter(({ outcome }) => outcome === wanted).length
  const names = new Map(workspaces.map((workspace) => [workspace.id, nameOf(workspace, all)]))
  const refused = results.flatMap(({ workspaceId, reason }) =>
    reason === null ? [] : [{ workspaceId, reason }],
  )
  return (
    <Dialog open onClose={onClose} aria-labelledby={id}>
      <DialogTitle id={id}>{text.done(count('changed'), count('unchanged'), count('refused'))}</DialogTitle>
      {refused.length > 0 && (
        <DialogContent tabIndex={0}>
          <ul className="several-results">
            {refused.map(({ workspaceId, reason }) => (
              <li key={workspaceId}>
                <bdi>{names.get(workspaceId) ?? workspaceId}</bdi>
                <p className="meta">{text.reasons[reason]}</p>
              </li>
            ))}
          </ul>
        </DialogContent>
      )}
      <DialogActions>
        <Button autoFocus variant="contained" onClick={onClose}>
          {close}
        </Button>
      </DialogActions>
    </Dialog>
  )
}
