import { lazy, Suspense, useState } from 'react'
import { historyExport } from '#contract/workspaces/history-export.ts'
import { DownIcon } from '../parts/icons.tsx'
import { ExportButton } from './ExportButton.tsx'
import type { Exported } from './ExportChoices.tsx'
import { exportTexts } from './texts.ts'
import { useExport } from './use-export.ts'

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

/** Exports the audit log in one of four formats, and shows its checkpoint. */
export const ExportMenu = ({ workspaceId, timeZone, label, filters, count }: Props) => {
  const text = exportTexts.use()
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  const [isCheckpoint, setCheckpoint] = useState(false)
  const { bytes, start, cancel } = useExport(historyExport)
  return (
    <>
      <ExportButton
        bytes={bytes}
        aria-label={label}
        aria-haspopup="menu"
        aria-expanded={anchor !== null}
        onPointerEnter={() => void loadChoices()}
        onFocus={() => void loadChoices()}
        onClick={(event) => setAnchor(event.currentTarget)}
        onCancel={cancel}
      >
        {text.export}
        <DownIcon />
      </ExportButton>
      <Suspense>
        {anchor && (
          <ExportChoices
            anchor={anchor}
            filters={filters}
            count={count}
            onClose={() => setAnchor(null)}
            onFormat={(format) => void start({ params: { id: workspaceId }, query: { ...filters, format } })}
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
    </>
  )
}
