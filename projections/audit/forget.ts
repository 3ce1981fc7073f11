import type { Changes } from '../engine/definition/changes.ts'
import { onErasure } from '../engine/definition/erasure.ts'

/** Selects the rows, and the erased subjects: null for all. */
const selections = {
  subjects: {
    given: `ARRAY(SELECT json_array_elements_text(g -> 'subjects'))`,
    where: 't.subjects && gone.subjects',
  },
  workspace: { given: 'NULL::text[]', where: `t.workspace_id = gone.workspace` },
} as const

const sweep = (kind: keyof typeof selections, erased: object, changes: Changes): void => {
  const { given, where } = selections[kind]
  const from = `FROM (SELECT ${given} AS subjects, (g ->> 'workspace')::uuid AS workspace FROM (SELECT ?::json) given (g)) gone
    WHERE ${where}`
  const json = JSON.stringify(erased)
  const unlessErased = (owner: string, column: string) =>
    `CASE WHEN is_gone(${owner}, gone.subjects) THEN NULL ELSE t.${column} END`
  const ofActor = `'person:' || t.actor_user_id`
  changes.sweep((table) => ({
    sql: `UPDATE ${table('audit_entries')} t SET target_label = ${unlessErased('t.target_label_of', 'target_label')},
      ip = ${unlessErased(ofActor, 'ip')}, device = ${unlessErased(ofActor, 'device')},
      changes = without_values(t.changes, t.owners, gone.subjects) ${from}`,
    json,
  }))
  changes.sweep((table) => ({
    sql: `UPDATE ${table('audit_targets')} t SET label = ${unlessErased('t.label_of', 'label')},
      fields = without_values(t.fields, gone.subjects) ${from}`,
    json,
  }))
}

/** Clears from the log what destroyed keys sealed: labels, values before and after, IP addresses and devices. */
export const forgetInLog = onErasure((erased, changes) => {
  const ofDevices = (where: string) => (table: (name: string) => string) => ({
    sql: `DELETE FROM ${table('audit_values')} v USING (SELECT ?::json) given (g) WHERE v.kind = 'device' AND ${where}`,
    json: JSON.stringify(erased),
  })
  if ('workspace' in erased) {
    changes.sweep(ofDevices(`v.workspace_id = (g ->> 'workspace')::uuid`))
    return sweep('workspace', erased, changes)
  }
  changes.sweep(ofDevices(`v.user_id = (g ->> 'person')::uuid`))
  const { person, address } = erased
  sweep('subjects', { subjects: [`person:${person}`, `address:${address}`] }, changes)
  changes.sweep((table) => ({
    sql: `UPDATE ${table('audit_people')} SET email = NULL WHERE user_id = (?::json ->> 'person')::uuid`,
    json: JSON.stringify(erased),
  }))
})
