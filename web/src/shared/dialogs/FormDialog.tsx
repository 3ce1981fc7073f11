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
  /** The fields, and the error of the server. */
  readonly children: ReactNode
  /** What the form still needs. Empty if it can be sent. */
  readonly missing: string
  /** The label of the submit button. */
  readonly submit: string
  readonly isPending: boolean
  /** Focuses the first invalid field, if there is one. */
  readonly onSubmit: (event: SubmitEvent<HTMLFormElement>) => unknown
  readonly onClose: () => void
}

/** A short form in a dialog. */
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
          >
            {submit}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  )
}
