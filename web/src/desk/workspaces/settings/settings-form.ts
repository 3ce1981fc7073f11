import * as z from 'zod/mini'
import type { Body } from '#contract/endpoint.ts'
import type { updateSettings, Workspace } from '#contract/workspaces/workspaces.ts'
import { emailRule, lineRule, optionalTextRule } from '#shared/forms/form-rules.ts'
import type { RuleTexts } from '#shared/forms/field-errors.ts'

/** A billing address is optional. Once stored, it can be replaced but not removed. */
export const settingsSchema = (t: RuleTexts, hasBillingUser: boolean) =>
  z.object({
    name: lineRule(t, 120),
    description: optionalTextRule(t, 1000),
    billingUser: hasBillingUser ? emailRule(t) : z.union([z.literal(''), emailRule(t)], t.email),
    timezone: z.string(),
  })

export type SettingsValues = z.output<ReturnType<typeof settingsSchema>>

export const FIELDS = ['name', 'description', 'billingUser', 'timezone'] as const

export const settingsOf = (workspace: Workspace): SettingsValues => ({
  name: workspace.name ?? '',
  description: workspace.description ?? '',
  billingUser: workspace.billingUser ?? '',
  timezone: workspace.timezone,
})

/** The changed fields, with the values that they replace: the server refuses if those have changed. Null without a change. */
export const changedSettings = (
  workspace: Workspace,
  values: SettingsValues,
): Body<typeof updateSettings> | null => {
  const before = settingsOf(workspace)
  const changed = FIELDS.filter((field) => before[field] !== values[field])
  const of = (from: SettingsValues) => Object.fromEntries(changed.map((field) => [field, from[field]]))
  return changed.length > 0 ? { ...of(values), expected: of(before) } : null
}

/** The browser's time zones, with UTC and `current`. */
export const timeZones = (current: string): readonly string[] =>
  [...new Set([...Intl.supportedValuesOf('timeZone'), 'UTC', current])].toSorted()
