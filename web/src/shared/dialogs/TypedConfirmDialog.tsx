import { useId, useState, type ReactNode } from 'react'
import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import TextField from '@mui/material/TextField'
import { useText } from '../texts/common.ts'
import './typed-confirm-dialog.css'

type Props = {
  /** The question. */
  readonly title: ReactNode
  /** What is lost. */
  readonly lost: readonly string[]
  /** Whether, or until when, it can be undone. */
  readonly final: string
  readonly label: string
  readonly type?: 'email' | 'text'
  readonly isConfirmed: (typed: string) => boolean
  /** Says what to type, as long as the input does not match. */
  readonly reason: ReactNode
  /** The label of the submit button. */
  readonly submit: string
  readonly isPending: boolean
  /** The error of the server. */
  readonly refusal: ReactNode
  readonly onSubmit: () => void
  readonly onClose: () => void
}

/** Asks before an action that cannot be undone. Says what is lost and has the reader type a name. */
export const TypedConfirmDialog = (props: Props) => {
  const { title, lost, final, label, type = 'text', reason, submit, isPending, refusal } = props
  const { isConfirmed, onSubmit, onClose } = props
  const common = useText()
  const id = useId()
  const [typed, setTyped] = useState('')
  const isReady = isConfirmed(typed)
  return (
    <Dialog open onClose={onClose} fullWidth maxWidth="sm" aria-labelledby={`${id}-title`}>
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          if (isReady && !isPending) onSubmit()
        }}
      >
        <DialogTitle id={`${id}-title`}>{title}</DialogTitle>
        <DialogContent className="typed-confirm">
          <ul>
            {lost.map((line) => (
              <li key={line}>{line}</li>
            ))}
          </ul>
          <p>
            <strong>{final}</strong>
          </p>
          <TextField
            label={label}
            type={type}
            autoComplete="off"
            autoFocus
            fullWidth
            value={typed}
            slotProps={{ inputLabel: { shrink: true }, htmlInput: { dir: 'auto' } }}
            onChange={(event) => setTyped(event.target.value)}
          />
          {refusal}
          <p id={`${id}-reason`} className="muted" role="status">
            {isReady ? '' : reason}
          </p>
        </DialogContent>
        <DialogActions>
          <Button onClick={onClose}>{common.cancel}</Button>
          <Button
            type="submit"
            variant="contained"
            color="error"
            aria-disabled={!isReady || isPending}
            aria-describedby={`${id}-reason`}
          >
            {submit}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  )
}
