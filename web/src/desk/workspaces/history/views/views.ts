import type { HistoryView, NamedFilters } from '#contract/workspaces/history-views.ts'
import { noFilters, type AuditFilters } from '../filters/audit-filters.ts'

export const filtersIn = (view: HistoryView): AuditFilters => {
  const { id: _, name: __, ...filters } = view
  return { ...noFilters, ...filters }
}

export const named = (name: string, filters: AuditFilters): NamedFilters => ({
  name,
  ...Object.fromEntries(
    Object.entries(filters).flatMap(([field, value]) => (value.trim() ? [[field, value.trim()]] : [])),
  ),
})

const NAMES = Object.keys(noFilters) as (keyof AuditFilters)[]

/** Whether these are the filters of the view. */
export const isAsIn = (view: HistoryView, filters: AuditFilters): boolean => {
  const saved = filtersIn(view)
  return NAMES.every((name) => saved[name] === filters[name].trim())
}
