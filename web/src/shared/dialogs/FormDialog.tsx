import { useId, type ReactNode, type SubmitEvent } from 'react'
import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import { useText } from '../texts/common.ts'
import './form-dialog.css'

type Props = {
  readonly title: ReactNode
  /** Its fields, and what the server says. */
  readonly children: ReactNode
  /** What is still to be done before it can be sent; empty: nothing. */
  readonly missing: string
  /** The verb. */
  readonly submit: string
  readonly isPending: boolean
  /** Leads to the first field with a fault where there is one. */
  readonly onSubmit: (event: SubmitEvent<HTMLFormElement>) => unknown
  readonly onClose: () => void
}

/** A few fields and a verb over the page that they are about. */
export const FormDialog = ({ title, children, missing, submit, isPending, onSubmit, onClose }: Props) => {
  const common = useText()
  const id = useId()
  return (
    <Dialog open onClose={onClose} fullWidth maxWidth="sm" aria-labelledby={`${id}-title`}>
      <form noValidate onSubmit={(event) => void onSubmit(event)}>
        <DialogTitle id={`${id}-title`}>{title}</DialogTitle>
        <DialogContent className="form-dialog">
          {children}
          <p id={`${id}-missing`} className="muted" role="status">
            {missing}
          </p>
        </DialogContent>
        <DialogActions>
          <Button onClick={onClose}>{common.cancel}</Button>
          <Button
            type="submit"
            variant="contained"
            aria-disabled={missing !== '' || isPending}
            aria-describedby={`${id}-missing`}
            className={missing ? 'looks-disabled' : ''}
          >
            {submit}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  )
}
