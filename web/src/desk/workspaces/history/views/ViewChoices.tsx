import { useState } from 'react'
import Divider from '@mui/material/Divider'
import ListSubheader from '@mui/material/ListSubheader'
import Menu from '@mui/material/Menu'
import MenuItem from '@mui/material/MenuItem'
import { useQueryClient, type UseQueryResult } from '@tanstack/react-query'
import {
  deleteHistoryView,
  historyViews,
  saveHistoryView,
  type HistoryView,
} from '#contract/workspaces/history-views.ts'
import { endpointQuery } from '#shared/api/api.ts'
import { useCommand } from '#shared/commands/use-command.ts'
import { showError, showToast } from '#shared/dialogs/toast.tsx'
import { UserText } from '#shared/parts/UserText.tsx'
import { useLanguage } from '#shared/texts/language.ts'
import { isFiltered, type AuditFilters } from '../filters/audit-filters.ts'
import { choiceTexts } from './choice-texts.ts'
import { SaveViewDialog } from './SaveViewDialog.tsx'
import { filtersIn, isAsIn, named } from './views.ts'

type Props = {
  readonly workspaceId: string
  /** Null while the menu is closed. */
  readonly anchor: HTMLElement | null
  readonly query: UseQueryResult<HistoryView[]>
  readonly filters: AuditFilters
  readonly chosen: HistoryView | undefined
  readonly onChoose: (view: HistoryView | null) => void
  readonly onClose: () => void
}

const UNDO_MS = 8_000

/** The menu of saved views: chooses one, saves the filters as one, deletes the chosen one. */
export const ViewChoices = ({ workspaceId, anchor, query, filters, chosen, onChoose, onClose }: Props) => {
  const text = choiceTexts.use()
  const language = useLanguage()
  const client = useQueryClient()
  const [isNaming, setNaming] = useState(false)
  const params = { id: workspaceId }
  const { queryKey } = endpointQuery(historyViews, { params })
  const views = (query.data ?? []).toSorted((one, other) => one.name.localeCompare(other.name, language))
  const othersThan = (id: string, all: readonly HistoryView[] = []) => all.filter((view) => view.id !== id)
  const onSaved = (view: HistoryView): void => {
    client.setQueryData(queryKey, (all) => [...othersThan(view.id, all), view])
    onChoose(view)
    showToast({ message: <UserText words={text.done}>{view.name}</UserText>, severity: 'success' })
  }
  const save = useCommand(saveHistoryView, { onError: (error) => showError(error, text.error) })
  const remove = useCommand(deleteHistoryView, {
    onError: (error) => showError(error, text.removeError),
  })
  const saveAs = (view: HistoryView, of: AuditFilters): void => {
    save.mutate({ params, body: named(view.name, of) }, { onSuccess: onSaved })
  }
  const onRemoved = (view: HistoryView): void => {
    client.setQueryData(queryKey, (all) => othersThan(view.id, all))
    onChoose(null)
    showToast({
      message: <UserText words={text.removed}>{view.name}</UserText>,
      action: { label: text.undo, run: () => saveAs(view, filtersIn(view)) },
      autoHideDuration: UNDO_MS,
    })
  }
  const removeOne = (view: HistoryView): void =>
    remove.mutate({ params, body: { viewId: view.id } }, { onSuccess: () => onRemoved(view) })
  const closing = (act: () => void) => (): void => {
    onClose()
    act()
  }
  const nothing = !isFiltered(filters)

  return (
    <>
      <Menu
        open={anchor !== null && !query.isPending}
        anchorEl={anchor}
        onClose={onClose}
        slotProps={{ paper: { className: 'view-choices' }, list: { 'aria-label': text.saved } }}
      >
        <ListSubheader role="presentation">
          {views.length === 0 && !query.error ? text.none : text.saved}
        </ListSubheader>
        {query.error && <MenuItem onClick={() => void query.refetch()}>{text.failed}</MenuItem>}
        {views.map((view) => (
          <MenuItem
            key={view.id}
            role="menuitemradio"
            aria-checked={view === chosen}
            selected={view === chosen}
            onClick={closing(() => onChoose(view))}
          >
            <span className="one-line">
              <UserText>{view.name}</UserText>
            </span>
          </MenuItem>
        ))}
        <Divider role="separator" component="li" />
        {chosen && !isAsIn(chosen, filters) && (
          <MenuItem onClick={closing(() => saveAs(chosen, filters))}>{text.overwrite}</MenuItem>
        )}
        <MenuItem aria-disabled={nothing} onClick={nothing ? undefined : closing(() => setNaming(true))}>
          {nothing ? text.nothing : text.save}
        </MenuItem>
        {chosen && (
          <MenuItem className="is-dangerous" onClick={closing(() => removeOne(chosen))}>
            {text.remove}
          </MenuItem>
        )}
      </Menu>
      {isNaming && (
        <SaveViewDialog
          workspaceId={workspaceId}
          filters={filters}
          names={views.map(({ name }) => name)}
          onSaved={onSaved}
          onClose={() => setNaming(false)}
        />
      )}
    </>
  )
}
