import { useEffect, useState } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import type { Workspace } from '#contract/workspaces/workspaces.ts'
import { useDraft, useKeptDraft } from '#shared/forms/use-draft.ts'
import { FIELDS, settingsOf, type SettingsValues } from './settings-form.ts'

type Field = keyof SettingsValues

/** The stored values of fields that both the reader and somebody else have changed. */
export const editConflicts = (
  values: SettingsValues,
  stored: SettingsValues,
  begun: SettingsValues,
): Partial<SettingsValues> =>
  Object.fromEntries(
    FIELDS.filter(
      (field) =>
        begun[field] !== stored[field] && values[field] !== begun[field] && values[field] !== stored[field],
    ).map((field) => [field, stored[field]]),
  )

/**
 * Copies changes by others into fields that the reader has not touched. For touched fields, returns the stored values
 * and a function to take one. Remembers the initial values if the session ends.
 */
export const useEditConflicts = (workspace: Workspace, form: UseFormReturn<SettingsValues>) => {
  const stored = settingsOf(workspace)
  const draft = `settings before ${workspace.id}`
  const kept = useDraft(draft) as Partial<SettingsValues> | null
  const [begun, setBegun] = useState({ ...stored, ...kept })
  const [known, setKnown] = useState(workspace)
  const begunOfTouched = (): Partial<SettingsValues> => {
    const values = form.getValues()
    const touched = FIELDS.filter((field) => values[field] !== begun[field])
    return Object.fromEntries(touched.map((field) => [field, begun[field]]))
  }
  useKeptDraft(draft, begunOfTouched)
  if (known !== workspace) {
    setKnown(workspace)
    setBegun({ ...stored, ...begunOfTouched() })
  }
  useEffect(() => form.reset(settingsOf(workspace), { keepDirtyValues: true }), [workspace, form])
  return {
    changed: () => editConflicts(form.getValues(), stored, begun),
    take(field: Field) {
      form.setValue(field, stored[field], { shouldDirty: true, shouldValidate: true })
      setBegun({ ...begun, [field]: stored[field] })
    },
    /** Sets the initial values. */
    begin: setBegun,
  }
}
