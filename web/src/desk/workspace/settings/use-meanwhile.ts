import { useEffect, useState } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import type { Workspace } from '#contract/workspaces.ts'
import { settingsOf, type SettingsValues } from './settings-form.ts'

type Field = keyof SettingsValues
const FIELDS: readonly Field[] = ['name', 'description', 'billingUser', 'timezone']

/** Which fields hold something else than is stored, where what is stored is not what the reader began with. */
export const changedMeanwhile = (
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
 * Takes over what somebody else saved into the fields that the reader has not touched. Of those that they have, answers
 * what is stored by now, and how to take it.
 */
export const useMeanwhile = (workspace: Workspace, form: UseFormReturn<SettingsValues>) => {
  const stored = settingsOf(workspace)
  const [begun, setBegun] = useState(stored)
  const [known, setKnown] = useState(workspace)
  if (known !== workspace) {
    const values = form.getValues()
    const isTouched = (field: Field) => values[field] !== begun[field]
    setKnown(workspace)
    setBegun({
      ...stored,
      ...Object.fromEntries(FIELDS.filter(isTouched).map((field) => [field, begun[field]])),
    })
  }
  useEffect(() => form.reset(settingsOf(workspace), { keepDirtyValues: true }), [workspace, form])
  return {
    /** Beside `now`, which may be newer than the workspace. */
    changed: (now = stored) => changedMeanwhile(form.getValues(), now, begun),
    take(field: Field) {
      form.setValue(field, stored[field], { shouldDirty: true, shouldValidate: true })
      setBegun({ ...begun, [field]: stored[field] })
    },
    /** From here on this counts as what the reader began with. */
    begin: setBegun,
  }
}
