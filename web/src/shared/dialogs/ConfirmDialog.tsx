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
  /** What comes of it. */
  readonly children: ReactNode
  /** The verb. */
  readonly submit: ReactNode
  readonly isDangerous?: boolean
  readonly isPending: boolean
  readonly error: unknown
  /** Before what the server says. */
  readonly errorLead?: string
  readonly onSubmit: () => void
  readonly onClose: () => void
}

/** The last step before something that is not easily taken back. What cannot be done is said in it. */
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
