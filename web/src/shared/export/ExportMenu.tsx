import { lazy, Suspense, useState } from 'react'
import Button from '@mui/material/Button'
import IconButton from '@mui/material/IconButton'
import { CrossIcon, DownIcon } from '../parts/icons.tsx'
import { useLanguage } from '../texts/language.ts'
import type { Exported } from './ExportChoices.tsx'
import { exportTexts } from './texts.ts'
import { useExport } from './use-export.ts'
import './export.css'

const loadChoices = () => import('./ExportChoices.tsx')
const ExportChoices = lazy(async () => ({ default: (await loadChoices()).ExportChoices }))
const CheckpointDialog = lazy(async () => ({
  default: (await import('./CheckpointDialog.tsx')).CheckpointDialog,
}))

type Props = Exported & {
  readonly workspaceId: string
  readonly timeZone: string
  /** Describes the button if a page has several of them. */
  readonly label?: string
}

/** Exports the audit log in one of three formats, and shows its checkpoint. */
export const ExportMenu = ({ workspaceId, timeZone, label, filters, count }: Props) => {
  const text = exportTexts.use()
  const language = useLanguage()
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  const [isCheckpoint, setCheckpoint] = useState(false)
  const { bytes, start, cancel } = useExport(workspaceId)
  const isRunning = bytes !== null
  return (
    <div className="export">
      <Button
        variant="outlined"
        aria-label={isRunning ? undefined : label}
        aria-haspopup="menu"
        aria-expanded={anchor !== null}
        aria-disabled={isRunning}
        onPointerEnter={() => void loadChoices()}
        onFocus={() => void loadChoices()}
        onClick={(event) => isRunning || setAnchor(event.currentTarget)}
      >
        {isRunning ? text.running(sizeOf(bytes, language)) : text.export}
        {!isRunning && <DownIcon />}
      </Button>
      {isRunning && (
        <IconButton aria-label={text.cancel} onClick={cancel}>
          <CrossIcon />
        </IconButton>
      )}
      <Suspense>
        {anchor && (
          <ExportChoices
            anchor={anchor}
            filters={filters}
            count={count}
            onClose={() => setAnchor(null)}
            onFormat={(format) => void start({ ...filters, format })}
            onCheckpoint={() => setCheckpoint(true)}
          />
        )}
        {isCheckpoint && (
          <CheckpointDialog
            workspaceId={workspaceId}
            timeZone={timeZone}
            onClose={() => setCheckpoint(false)}
          />
        )}
      </Suspense>
    </div>
  )
}

const sizeOf = (bytes: number, language: string): string => {
  const [amount, unit] = bytes < 1_000_000 ? [bytes / 1_000, 'kB'] : [bytes / 1_000_000, 'MB']
  return `${Math.round(amount).toLocaleString(language)} ${unit}`
}
