import { useState } from 'react'
import type { Field, FieldValues } from '#contract/requests/kinds.ts'
import { isApiError } from '#shared/api-error.ts'
import { useLanguage } from '#shared/texts/language.ts'
import {
  readField,
  readFields,
  type FieldFault,
  type Faults,
  type Typed,
  type TypedFields,
} from './read-fields.ts'

/** The names of the fields that a refusal is about: `fields.iban` and `fields.iban.value` are about `iban`. */
const refusedIn = (error: unknown, fields: readonly Field[]): readonly string[] => {
  if (!isApiError(error, 'input.invalid')) return []
  const named = error.details.map(({ field }) => (typeof field === 'string' ? field.split(/[./]/) : []))
  const names = new Set(named.flatMap(([first, name]) => (first === 'fields' && name ? name : [])))
  return fields.map(({ name }) => name).filter((name) => names.has(name))
}
const REFUSED: FieldFault = { type: 'text', why: 'refused' }

/** What is typed into the fields of a kind, and what is wrong with it. What is typed outlives a change of the kind. */
export const useKindFields = (fields: readonly Field[], first: TypedFields) => {
  const language = useLanguage()
  const [typed, setTyped] = useState(first)
  const [faults, setFaults] = useState<Faults>({})
  const setFault = (name: string, fault: FieldFault | undefined) =>
    setFaults((before) => {
      const others = Object.entries(before).filter(([other]) => other !== name)
      return Object.fromEntries(fault ? [...others, [name, fault]] : others)
    })
  return {
    typed,
    faults,
    set(name: string, value: Typed): void {
      setTyped((before) => ({ ...before, [name]: value }))
      setFault(name, undefined)
    },
    /** Checks a field that has been left. That it is missing shows only when the form is sent. */
    async leave(field: Field): Promise<void> {
      const { fault } = await readField(field, typed, language)
      if (fault?.why !== 'missing') setFault(field.name, fault)
    },
    /** The values to send, and the first field with a fault. Faults show from then on. */
    async read(): Promise<{ readonly values: FieldValues; readonly wrong: string | undefined }> {
      const { values, faults: found } = await readFields(fields, typed, language)
      setFaults(found)
      return { values, wrong: Object.keys(found)[0] }
    },
    /** Shows at their fields what the server has refused. Returns the first of them. */
    refuse(error: unknown): string | undefined {
      const names = refusedIn(error, fields)
      setFaults(Object.fromEntries(names.map((name) => [name, REFUSED])))
      return names[0]
    },
  }
}
export type KindFieldsState = ReturnType<typeof useKindFields>
