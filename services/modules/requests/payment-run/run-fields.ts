import { Rejected } from '#contract/errors.ts'
import type { FieldValues } from '#contract/requests/kinds.ts'
import { createFiles } from '#modules/requests/files/files.ts'
import { builtInId } from '#modules/requests/kinds/built-in-kinds.ts'
import type { Run } from './read-run.ts'
import { createRuns } from './runs.ts'

type Given = {
  readonly kindId?: string | undefined
  readonly fields?: FieldValues | undefined
  readonly files?: readonly string[] | undefined
}
type Wanted = Parameters<ReturnType<typeof createFiles>['wanted']>[1]

/** More would not fit into a line. */
const MOST = 5

const listed = (values: readonly string[]): string => {
  const all = [...new Set(values)]
  return [all.slice(0, MOST).join(', '), ...(all.length > MOST ? [`+ ${all.length - MOST}`] : [])].join(' ')
}

const valuesOf = ({ count, sum, blocks }: Run): FieldValues => ({
  payments: String(count),
  sum,
  account: listed(blocks.map(({ account: { iban, other } }) => iban ?? other ?? '')),
  day: listed(blocks.map(({ day }) => day).toSorted()),
})
const READ = ['payments', 'sum', 'account', 'day']

/**
 * What is filled in: for a payment run, the server reads number, sum, accounts and days from the file, and takes none of them from the
 * caller. Throws `input.invalid` for those, `file.not-found`, `file.used` and `file.no-run`, which names the file by its place.
 */
export const createRunFields = (services: Parameters<typeof createFiles>[0]) => {
  const files = createFiles(services)
  const runs = createRuns(services)
  return async ({ kindId, fields = {}, files: ids = [] }: Given, wanted: Wanted): Promise<FieldValues> => {
    if (kindId !== builtInId(wanted.workspaceId, 'payment-run')) return fields
    const given = READ.filter((name) => Object.hasOwn(fields, name))
    if (given.length > 0)
      throw new Rejected(
        'input.invalid',
        given.map((name) => ({ field: `fields.${name}`, problem: 'is read from the file' })),
      )
    const place = ids.findIndex((id) => id === fields['run'])
    if (place < 0) return fields
    await files.wanted([ids[place]!], wanted)
    const file = await files.find(ids[place]!)
    if (!file) throw new Rejected('file.not-found')
    return { ...fields, ...valuesOf(await runs.read(file, `files.${place}`)) }
  }
}
