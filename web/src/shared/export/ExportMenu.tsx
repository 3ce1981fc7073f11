import { useState } from 'react'
import Button from '@mui/material/Button'
import Divider from '@mui/material/Divider'
import IconButton from '@mui/material/IconButton'
import ListSubheader from '@mui/material/ListSubheader'
import Menu from '@mui/material/Menu'
import MenuItem from '@mui/material/MenuItem'
import type { Query } from '#contract/endpoint.ts'
import { PDF_ENTRIES, type ExportFormat, type historyExport } from '#contract/history-export.ts'
import { CrossIcon, DownIcon } from '../icons.tsx'
import { useLanguage } from '../texts/language.ts'
import { CheckpointDialog } from './CheckpointDialog.tsx'
import { exportTexts } from './texts.ts'
import { useExport } from './use-export.ts'
import './export.css'

type Props = {
  readonly workspaceId: string
  readonly timeZone: string
  /** What the button is for, where several stand below each other. */
  readonly label?: string
  readonly filters?: Omit<Query<typeof historyExport>, 'format'>
  /** How many entries it will be; absent: nobody counted. */
  readonly count?: { readonly total: number; readonly isExact: boolean } | undefined
}

const FORMATS: readonly ExportFormat[] = ['csv', 'jsonl', 'pdf']

/** A copy of the audit log in one of three formats, and its signed state. */
export const ExportMenu = ({ workspaceId, timeZone, label, filters = {}, count }: Props) => {
  const text = exportTexts.use()
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  const [isCheckpoint, setCheckpoint] = useState(false)
  const { bytes, start, cancel } = useExport(workspaceId)
  const size = useSize(bytes ?? 0)
  const close = (): void => setAnchor(null)
  const isTooLong = count !== undefined && (!count.isExact || count.total > PDF_ENTRIES)
  return (
    <div className="export">
      <Button
        variant="outlined"
        aria-label={bytes === null ? label : undefined}
        aria-haspopup="menu"
        aria-expanded={anchor !== null}
        aria-disabled={bytes !== null}
        onClick={(event) => bytes === null && setAnchor(event.currentTarget)}
      >
        {bytes === null ? text.export : text.running(size)}
        {bytes === null && <DownIcon />}
      </Button>
      {bytes !== null && (
        <IconButton aria-label={text.cancel} onClick={cancel}>
          <CrossIcon />
        </IconButton>
      )}
      <Menu open={anchor !== null} anchorEl={anchor} onClose={close}>
        <ListSubheader role="presentation">{useWhat(filters, count)}</ListSubheader>
        {FORMATS.map((format) => {
          const isRefused = format === 'pdf' && isTooLong
          return (
            <MenuItem
              key={format}
              aria-disabled={isRefused}
              onClick={() => {
                if (isRefused) return
                close()
                void start({ ...filters, format })
              }}
            >
              {isRefused ? text.tooLong : text.formats[format]}
            </MenuItem>
          )
        })}
        <Divider role="separator" component="li" />
        <MenuItem
          onClick={() => {
            close()
            setCheckpoint(true)
          }}
        >
          {text.checkpoint.open}
        </MenuItem>
      </Menu>
      {isCheckpoint && (
        <CheckpointDialog
          workspaceId={workspaceId}
          timeZone={timeZone}
          onClose={() => setCheckpoint(false)}
        />
      )}
    </div>
  )
}

/** What will be in the file. */
const useWhat = (filters: NonNullable<Props['filters']>, count: Props['count']): string => {
  const text = exportTexts.use()
  if (!count) return text.all
  if (Object.keys(filters).length === 0) return text.allOf(count.total)
  return (count.isExact ? text.filtered : text.filteredMore)(count.total)
}

const useSize = (bytes: number): string => {
  const language = useLanguage()
  const [amount, unit] = bytes < 1_000_000 ? [bytes / 1_000, 'kB'] : [bytes / 1_000_000, 'MB']
  return `${Math.round(amount).toLocaleString(language)} ${unit}`
}
