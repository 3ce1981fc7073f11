import type { Catalogue, Fact } from '#platform/facts/facts.ts'
import { personalFields, subjectOf, type PersonalField } from '#platform/facts/fact-schema.ts'

/** A personal value and its subject. The log clears the value when the subject's key is destroyed. */
export type Owned = { readonly value: unknown; readonly of: string }

export const isOwned = (value: unknown): value is Owned =>
  typeof value === 'object' && value !== null && 'of' in value && 'value' in value

export const valueOf = (field: unknown): unknown => (isOwned(field) ? field.value : (field ?? null))
export const ownerOf = (field: unknown): string | null => (isOwned(field) ? field.of : null)

/** Several personal values of one owner in one line; null once they are erased. */
export const asLine = (field: unknown): Owned | null => {
  if (!isOwned(field)) return null
  return { ...field, value: Array.isArray(field.value) ? field.value.join(', ') : null }
}

/** Returns a function that wraps every personal value of a fact's data as `Owned`. */
export const createOwners = (catalogue: Catalogue): ((fact: Fact) => Record<string, unknown>) => {
  const personal = new Map<string, readonly PersonalField[]>(
    Object.entries(catalogue).map(([type, { schema }]) => [type, personalFields(type, schema)]),
  )
  return ({ type, data }) => {
    // Copy descriptors: a sealed field throws when it is read.
    const owned: Record<string, unknown> = Object.assign(Object.create(Object.getPrototypeOf(data)), data)
    for (const { field, subject } of personal.get(type) ?? [])
      if (Object.hasOwn(data, field)) owned[field] = { value: data[field], of: subjectOf(subject, data) }
    return owned
  }
}
