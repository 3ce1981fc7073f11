import { lazy, Suspense, useId, useState } from 'react'
import Button from '@mui/material/Button'
import { updateSettings, type Workspace } from '#contract/workspaces/workspaces.ts'
import { useCommand } from '#shared/commands/use-command.ts'
import { ErrorNotice } from '#shared/native/Notice.tsx'
import { ErrorBoundary } from '#shared/parts/ErrorBoundary.tsx'
import { DrillList } from './DrillList.tsx'
import { drillsTexts } from './texts.ts'

const SendDrillDialog = lazy(async () => ({
  default: (await import('./SendDrillDialog.tsx')).SendDrillDialog,
}))

type Props = { readonly workspace: Workspace }

/** Sends drills, and shows how they ended. */
export const DrillSection = ({ workspace }: Props) => {
  const text = drillsTexts.use()
  const [isSending, setSending] = useState(false)
  return (
    <div className="stack">
      <p>{text.text}</p>
      <div className="form-foot">
        <Button variant="outlined" onClick={() => setSending(true)}>
          {text.send}
        </Button>
      </div>
      {isSending && (
        <ErrorBoundary>
          <Suspense fallback={null}>
            <SendDrillDialog workspaceId={workspace.id} onClose={() => setSending(false)} />
          </Suspense>
        </ErrorBoundary>
      )}
      <ByPerson workspace={workspace} />
      <h3>{text.past}</h3>
      <DrillList workspace={workspace} />
    </div>
  )
}

const ByPerson = ({ workspace: { id, drillResultsByPerson: isOn } }: Props) => {
  const text = drillsTexts.use()
  const box = useId()
  const command = useCommand(updateSettings)
  return (
    <>
      <div className="checkbox">
        <input
          id={box}
          type="checkbox"
          checked={command.isPending ? !isOn : isOn}
          aria-describedby={`${box}-hint`}
          onChange={() =>
            command.isPending || command.mutate({ params: { id }, body: { drillResultsByPerson: !isOn } })
          }
        />
        <div>
          <label htmlFor={box}>{text.byPerson}</label>
          <p id={`${box}-hint`} className="field-hint">
            {text.byPersonHint}
          </p>
        </div>
      </div>
      {command.error && <ErrorNotice error={command.error} />}
    </>
  )
}
