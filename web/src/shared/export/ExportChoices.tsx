import Divider from '@mui/material/Divider'
import ListSubheader from '@mui/material/ListSubheader'
import Menu from '@mui/material/Menu'
import MenuItem from '@mui/material/MenuItem'
import type { Query } from '#contract/endpoint.ts'
import {
  MAX_PDF_ENTRIES,
  type ExportFormat,
  type historyExport,
} from '#contract/workspaces/history-export.ts'
import { choiceTexts } from './choice-texts.ts'

/** Describes the contents of the file. */
export type Exported = {
  readonly filters?: Omit<Query<typeof historyExport>, 'format'> | undefined
  /** The number of entries, if known. */
  readonly count?: { readonly total: number; readonly isExact: boolean } | undefined
}
type Props = Exported & {
  readonly anchor: HTMLElement
  readonly onClose: () => void
  readonly onFormat: (format: ExportFormat) => void
  readonly onCheckpoint: () => void
}

const FORMATS: readonly ExportFormat[] = ['xlsx', 'csv', 'pdf', 'jsonl']

/** The menu of the export button. */
export const ExportChoices = ({ anchor, filters = {}, count, onClose, onFormat, onCheckpoint }: Props) => {
  const text = choiceTexts.use()
  const what = useWhat(filters, count)
  // The API refuses what is not counted to its end and is too long.
  const isTooLong = count !== undefined && count.total > MAX_PDF_ENTRIES
  const choose = (act: () => void) => (): void => {
    onClose()
    act()
  }
  return (
    <Menu open anchorEl={anchor} onClose={onClose}>
      <ListSubheader role="presentation">{what}</ListSubheader>
      {FORMATS.map((format) => {
        const isRefused = format === 'pdf' && isTooLong
        return (
          <MenuItem
            key={format}
            aria-disabled={isRefused}
            onClick={isRefused ? undefined : choose(() => onFormat(format))}
          >
            {isRefused ? text.tooLong : text.formats[format]}
          </MenuItem>
        )
      })}
      <Divider role="separator" component="li" />
      <MenuItem onClick={choose(onCheckpoint)}>{text.checkpoint}</MenuItem>
    </Menu>
  )
}

const useWhat = (filters: NonNullable<Exported['filters']>, count: Exported['count']): string => {
  const text = choiceTexts.use()
  if (!count) return text.all
  if (Object.keys(filters).length === 0) return text.allOf(count.total)
  return (count.isExact ? text.filtered : text.filteredMore)(count.total)
}
