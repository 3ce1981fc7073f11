import { useId, type ReactNode } from 'react'
import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import { useText } from '../texts/common.ts'
import '../lists/several.css'

type Props = {
  /** The sum. */
  readonly title: string
  /** Each one for whom or which it was not done. */
  readonly left: readonly { readonly key: string; readonly who: ReactNode; readonly why: string }[]
  readonly onClose: () => void
}

/** What came of a change of several: the sum, and what was not changed, with the reason. */
export const ResultsDialog = ({ title, left, onClose }: Props) => {
  const { close } = useText()
  const id = useId()
  return (
    <Dialog open onClose={onClose} aria-labelledby={id}>
      <DialogTitle id={id}>{title}</DialogTitle>
      {left.length > 0 && (
        <DialogContent tabIndex={0}>
          <ul className="several-results">
            {left.map(({ key, who, why }) => (
              <li key={key}>
                {who}
                <p className="meta">{why}</p>
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
