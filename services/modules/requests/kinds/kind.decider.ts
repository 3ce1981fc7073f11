import { Rejected } from '#contract/errors.ts'
import { MAX_KINDS, type Kind } from '#contract/requests/kinds.ts'
import { canonicalText } from '#contract/requests/signing.ts'
import type { Decider } from '#platform/commands/decider.ts'
import { faultsOf, type KnownKind, type Written } from './kind-fault.decider.ts'
import type { KindEvent } from './kind.events.ts'

type KindState = {
  /** How many events there are. */
  readonly length: number
  /** By id: the last version, and the revision of its event. */
  readonly kinds: ReadonlyMap<string, { readonly version: number; readonly revision: number }>
}

export type WriteKind = {
  readonly type: 'WriteKind'
  readonly workspaceId: string
  readonly kindId: string
  readonly isNew: boolean
  readonly written: Written
  /** All kinds of the workspace as they are: the state does not know what is sealed. */
  readonly known: readonly KnownKind[]
  /** What is wrong with its rules, with the people and groups of the workspace. */
  readonly ruleFaults: readonly { readonly field: string; readonly problem: string }[]
  /** Whether the workspace protects its people: then a second admin decides first. */
  readonly isProtected?: boolean
  /** The version that a second admin has approved. Nothing is written if it would become another one. */
  readonly becomes?: number
}

const isSame = (one: string, other: string): boolean =>
  one.normalize('NFKC').toLowerCase() === other.normalize('NFKC').toLowerCase()

const haveOneName = ({ name: one }: Pick<Kind, 'name'>, { name: other }: Pick<Kind, 'name'>): boolean =>
  isSame(one.de, other.de) || isSame(one.en, other.en)

/** What was there before stays if nothing is said about it: a program of before says nothing. */
const whole = (
  { name, fields, rules, reminders }: Written,
  before: Pick<Written, 'reminders'> | undefined,
): Written => {
  const wanted = reminders ?? before?.reminders
  return { name, fields, rules, ...(wanted && { reminders: wanted }) }
}

const isUnchanged = (before: Kind, written: Written): boolean =>
  canonicalText(whole(before, undefined)) === canonicalText(written)

/** Throws unless a kind may be so, beside the others. */
const requireValid = (
  { kindId, written, known, ruleFaults }: WriteKind,
  before: KnownKind | undefined,
): void => {
  const faults = [...faultsOf(written, before), ...ruleFaults]
  if (faults.length > 0) throw new Rejected('input.invalid', faults)
  if (known.some((other) => other.id !== kindId && haveOneName(other, written)))
    throw new Rejected('kind.exists')
  if (!before && known.filter(({ builtIn }) => builtIn === null).length >= MAX_KINDS)
    throw new Rejected('kind.limit')
}

/** The fields of before that the kind has not any more. */
const retiredFrom = (
  { fields, retired }: Pick<KnownKind, 'fields' | 'retired'>,
  { fields: now }: Written,
) => {
  const names = new Set(now.map(({ name }) => name))
  return [...fields, ...retired]
    .filter(({ name }) => !names.has(name))
    .map(({ name, type }) => ({ name, type }))
}

const NEW = { version: 0, builtIn: null, fields: [], retired: [] }

const write = (command: WriteKind): readonly KindEvent[] => {
  const { workspaceId, kindId, isNew, known } = command
  const before = known.find(({ id }) => id === kindId)
  if (command.becomes !== undefined && command.becomes !== (before?.version ?? 0) + 1) return []
  const written = whole(command.written, before)
  if (!isNew && !before) throw new Rejected('kind.not-found')
  requireValid(command, before)
  if (before && isUnchanged(before, written)) return []
  // The protection began while this was under way. One admin could give somebody a say by a rule, or take a rule its field.
  if (command.isProtected) throw new Rejected('command.conflict')
  const { version, builtIn, ...old } = before ?? NEW
  const definition = { ...written, retired: retiredFrom(old, written) }
  return [{ type: 'KindWritten', data: { workspaceId, kindId, version: version + 1, builtIn, definition } }]
}

/** Every write of a kind makes a new version of it. */
export const kindDecider: Decider<KindState, WriteKind, KindEvent> = {
  initialState: { length: 0, kinds: new Map() },
  evolve: ({ length, kinds }, { data }) => ({
    length: length + 1,
    kinds: new Map(kinds).set(data.kindId, { version: data.version, revision: length }),
  }),
  decide: (command) => write(command),
}
