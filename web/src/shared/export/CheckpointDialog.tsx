import { useId } from 'react'
import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import { useQuery } from '@tanstack/react-query'
import { historyCheckpoint } from '#contract/workspaces/history-export.ts'
import type { Reply } from '#contract/endpoint.ts'
import { endpointQuery } from '../api/api.ts'
import { formatTime } from '../texts/format-time.ts'
import { QueryStates } from '../reads/QueryStates.tsx'
import { useText } from '../texts/common.ts'
import { useLanguage } from '../texts/language.ts'
import { showError, showToast } from '../dialogs/toast.tsx'
import { checkpointTexts } from './checkpoint-texts.ts'

type Props = {
  readonly workspaceId: string
  readonly timeZone: string
  readonly onClose: () => void
}

/** Shows the signed head of the chain, for the reader to store elsewhere. */
export const CheckpointDialog = ({ workspaceId, timeZone, onClose }: Props) => {
  const text = checkpointTexts.use()
  const common = useText()
  const id = useId()
  const query = useQuery({
    ...endpointQuery(historyCheckpoint, { params: { id: workspaceId } }),
    // A checkpoint never changes, so it is not read again while it is open.
    meta: { readModels: historyCheckpoint.readModels, isHeld: true },
    staleTime: 0,
  })
  const copy = async (): Promise<void> => {
    await navigator.clipboard.writeText(`${JSON.stringify(query.data, null, 2)}\n`)
    showToast({ message: text.copied, severity: 'success' })
  }
  return (
    <Dialog open onClose={onClose} aria-labelledby={`${id}-title`} aria-describedby={`${id}-text`}>
      <DialogTitle id={`${id}-title`}>{text.title}</DialogTitle>
      <DialogContent tabIndex={0}>
        <p id={`${id}-text`}>{text.text}</p>
        <p>
          <a href="/verify" target="_blank">
            {text.verify}
          </a>
        </p>
        <QueryStates query={query} label={text.loading} rows={3} />
        {query.data && <Signed checkpoint={query.data} timeZone={timeZone} />}
      </DialogContent>
      <DialogActions>
        <Button autoFocus onClick={onClose}>
          {common.close}
        </Button>
        <Button
          variant="contained"
          aria-disabled={!query.data}
          onClick={() => {
            if (query.data) copy().catch(showError)
          }}
        >
          {text.copy}
        </Button>
      </DialogActions>
    </Dialog>
  )
}

type SignedProps = { readonly checkpoint: Reply<typeof historyCheckpoint>; readonly timeZone: string }

const Signed = ({ checkpoint: { content, publicKey, signature }, timeZone }: SignedProps) => {
  const text = checkpointTexts.use()
  const language = useLanguage()
  const facts = [
    [text.sequence, String(content.sequence)],
    [text.hash, content.hash],
    [text.at, formatTime(content.at, language, timeZone)],
    [text.keyId, content.keyId],
    [text.publicKey, publicKey],
    [text.signature, signature],
  ] as const
  return (
    <dl className="checkpoint numbers">
      {facts.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}
