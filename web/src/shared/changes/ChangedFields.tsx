import type { Change } from '#contract/workspaces/change.ts'
import { useText } from '../texts/common.ts'
import { ChangedKind, isKind } from './ChangedKind.tsx'
import { changeWords } from './change-words.ts'
import './changes.css'

type Props = { readonly change: Pick<Change, 'changes' | 'people' | 'groups'> }

/** Everything that a change changes, before and after. Its signature covers all of it. */
export const ChangedFields = ({ change }: Props) => {
  const { changes, people = [] } = change
  const words = changeWords.use()
  const common = useText()
  const named: Readonly<Record<string, string>> = words.fields
  const roles: Readonly<Record<string, string>> = common.roles
  const nameOf = (id: unknown): string => {
    const person = people.find(({ participantId }) => participantId === id)
    return person ? [person.name, person.email].filter(Boolean).join(', ') || words.erased : words.gone
  }
  const shown = (value: unknown): string => {
    if (value === null || value === undefined) return '–'
    if (Array.isArray(value)) return value.map(nameOf).join(' · ') || words.nobody
    if (typeof value === 'boolean') return value ? common.yes : common.no
    if (typeof value === 'number') return String(value)
    return typeof value === 'string' ? (roles[value] ?? value) : JSON.stringify(value)
  }
  if (changes.length === 0) return <p className="muted">{words.nothing}</p>
  const kind = changes.find(({ field }) => field === 'kind')
  const plain = changes.filter((one) => one !== kind)
  return (
    <>
      <dl className="changed-fields" aria-label={words.changed}>
        {plain.map(({ field, before, after }) => (
          <div key={field}>
            <dt>{named[field] ?? field}</dt>
            <dd>
              {before !== null && before !== undefined && (
                <>
                  <span className="visually-hidden">{words.before} </span>
                  <del dir="auto">{shown(before)}</del> <span aria-hidden="true">→</span>{' '}
                </>
              )}
              <span className="visually-hidden">{words.after} </span>
              <strong dir="auto">{shown(after)}</strong>
            </dd>
          </div>
        ))}
      </dl>
      {kind && isKind(kind.after) && (
        <ChangedKind change={change} before={isKind(kind.before) ? kind.before : null} after={kind.after} />
      )}
    </>
  )
}
