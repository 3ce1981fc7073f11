import { useState } from 'react'
import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import { useNavigate } from 'react-router-dom'
import { leaveWorkspace, type Workspace } from '#contract/workspaces.ts'
import { paths } from '../../../shared/paths.ts'
import { ErrorNotice } from '../../../shared/plain/Notice.tsx'
import { useText } from '../../../shared/texts/common.ts'
import { showToast } from '../../../shared/toast.tsx'
import { useCommand } from '../../../shared/use-command.ts'
import { settingsTexts } from './texts.ts'
import { Typed } from '../../../shared/Typed.tsx'

type Props = { readonly workspace: Workspace }

export const LeaveSection = ({ workspace }: Props) => {
  const { leave: text } = settingsTexts.use()
  const [isAsking, setAsking] = useState(false)
  return (
    <section className="card panel action-line">
      <div>
        <h2>{text.title}</h2>
        <p>{text.text}</p>
      </div>
      <Button variant="outlined" color="error" onClick={() => setAsking(true)}>
        {text.open}
      </Button>
      {isAsking && <LeaveDialog workspace={workspace} onClose={() => setAsking(false)} />}
    </section>
  )
}

const LeaveDialog = ({ workspace, onClose }: Props & { readonly onClose: () => void }) => {
  const { leave: text } = settingsTexts.use()
  const common = useText()
  const navigate = useNavigate()
  const name = workspace.name ?? ''
  const command = useCommand(leaveWorkspace, {
    onSuccess: async () => {
      await navigate(paths.workspaces)
      showToast({ message: text.done, severity: 'success' })
    },
    onError: () => showToast({ message: text.failed, severity: 'error', autoHideDuration: 3000 }),
  })
  return (
    <Dialog open onClose={onClose} aria-labelledby="leave-title" aria-describedby="leave-text">
      <DialogTitle id="leave-title">
        <Typed words={text.question}>{name}</Typed>
      </DialogTitle>
      <DialogContent>
        <p id="leave-text">{text.warning}</p>
        {command.error && <ErrorNotice error={command.error} lead={`${text.failed} `} />}
      </DialogContent>
      <DialogActions>
        <Button autoFocus onClick={onClose}>
          {common.cancel}
        </Button>
        <Button
          variant="contained"
          color="error"
          aria-disabled={command.isPending}
          onClick={() => command.isPending || command.mutate({ params: { id: workspace.id } })}
        >
          <span>
            <Typed words={text.submit}>{name}</Typed>
          </span>
        </Button>
      </DialogActions>
    </Dialog>
  )
}
