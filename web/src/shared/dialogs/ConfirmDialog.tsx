import { useId, type ReactNode } from 'react'
import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import { ErrorNotice } from '../native/Notice.tsx'
import { useText } from '../texts/common.ts'

type Props = {
  /** The question. */
  readonly title: ReactNode
  /** The consequences. */
  readonly children: ReactNode
  /** The label of the submit button. */
  readonly submit: ReactNode
  readonly isDangerous?: boolean
  readonly isPending: boolean
  readonly error: unknown
  /** Precedes the error text. */
  readonly errorLead?: string
  readonly onSubmit: () => void
  readonly onClose: () => void
}

/** Asks before an action that is hard to undo. Shows the error if it fails. */
export const ConfirmDialog = ({
  title,
  children,
  submit,
  isDangerous = false,
  isPending,
  error,
  errorLead = '',
  onSubmit,
  onClose,
}: Props) => {
  const common = useText()
  const id = useId()
  return (
    <Dialog open onClose={onClose} aria-labelledby={`${id}-title`} aria-describedby={`${id}-text`}>
      <DialogTitle id={`${id}-title`}>{title}</DialogTitle>
      <DialogContent>
        <div id={`${id}-text`}>{children}</div>
        {error ? <ErrorNotice error={error} lead={errorLead} /> : null}
      </DialogContent>
      <DialogActions>
        <Button autoFocus onClick={onClose}>
          {common.cancel}
        </Button>
        <Button
          variant="contained"
          color={isDangerous ? 'error' : 'primary'}
          aria-disabled={isPending}
          onClick={() => isPending || onSubmit()}
        >
          <span>{submit}</span>
        </Button>
      </DialogActions>
    </Dialog>
  )
}
