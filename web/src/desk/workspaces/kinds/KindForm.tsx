import { useEffect, useRef, useState, type RefObject, type SubmitEvent } from 'react'
import Button from '@mui/material/Button'
import { type Kind } from '#contract/requests/kinds.ts'
import { writeKind } from '#contract/requests/writing-kinds.ts'
import { isApiError } from '#shared/api-error.ts'
import { sayWaits } from '#shared/changes/say-waits.ts'
import { useCommand } from '#shared/commands/use-command.ts'
import { showToast } from '#shared/dialogs/toast.tsx'
import { useReloadDraft } from '#shared/forms/use-draft.ts'
import { ErrorNotice } from '#shared/native/Notice.tsx'
import { PlusIcon } from '#shared/parts/icons.tsx'
import { UserText } from '#shared/parts/UserText.tsx'
import { useText } from '#shared/texts/common.ts'
import { useLanguage } from '#shared/texts/language.ts'
import { moved } from '../rules/moved.ts'
import { faultsOfRules, refusedRules, type RuleFaults } from '../rules/rule-faults.ts'
import { RulesPart } from '../rules/RulesPart.tsx'
import type { Named } from '../rules/use-company.ts'
import { draftName } from './draft-name.ts'
import { FieldEditor } from './FieldEditor.tsx'
import { InBothFields } from './InBothFields.tsx'
import {
  bodyOfKind,
  draftOfKind,
  faultsOfDraft,
  isFullOfFields,
  newField,
  refusedPlaces,
  type DraftFaults,
  type FieldDraft,
  type KindDraft,
} from './kind-draft.ts'
import { RemindersPart } from './RemindersPart.tsx'
import { kindsSectionTexts } from './kinds-section-texts.ts'

type Props = {
  readonly workspaceId: string
  readonly first: KindDraft
  /** The kind as it is stored; undefined for a new one. */
  readonly stored: Kind | undefined
  /** Whom its rules can name. */
  readonly named: Named
  readonly onClose: () => void
}

/** Names a kind, its fields and its rules. Nothing that is typed is lost by an error, a reload or the end of the session. */
export const KindForm = ({ workspaceId, first, stored, named, onClose }: Props) => {
  const text = kindsSectionTexts.use()
  const { form: words } = text
  const common = useText()
  const language = useLanguage()
  const form = useRef<HTMLFormElement>(null)
  const [draft, setDraft] = useState(first)
  const [faults, setFaults] = useState<DraftFaults>({})
  const [ruleFaults, setRuleFaults] = useState<RuleFaults>({})
  useReloadDraft(draftName(workspaceId), () => draft)
  const focus = useFocus(form)
  const command = useCommand(writeKind, {
    onSuccess: (reply) => {
      if (!sayWaits(reply)) showToast({ message: words.saved(reply.version), severity: 'success' })
      onClose()
    },
    onError: (error) => {
      const details = isApiError(error, 'input.invalid') ? error.details : []
      mark(refusedPlaces(draft, details), refusedRules(draft.rules, details))
    },
  })
  /** Shows what is wrong, and moves to the first of it. */
  const mark = (found: DraftFaults, ofRules: RuleFaults): boolean => {
    setFaults(found)
    setRuleFaults(ofRules)
    const [place] = [...Object.keys(found), ...Object.keys(ofRules)]
    focus.on(place)
    return place !== undefined
  }
  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    const company = { groups: named.groups && new Set(named.groups.map(({ id }) => id)) }
    const ofRules = faultsOfRules(draft.rules, draft.fields, company, language)
    if (mark(faultsOfDraft(draft), ofRules) || command.isPending) return
    command.mutate({ params: { workspaceId }, body: bodyOfKind(draft, language) })
  }
  return (
    <form ref={form} className="form" noValidate onSubmit={submit}>
      <Title stored={stored} />
      {draft.isBuiltIn ? (
        <p className="muted">{words.builtInStays}</p>
      ) : (
        <>
          <InBothFields
            labels={words.name}
            place="name"
            value={draft.name}
            faults={faults}
            onValue={(name) => setDraft({ ...draft, name })}
          />
          <Fields
            draft={draft}
            faults={faults}
            focus={focus}
            onFields={(fields) => setDraft({ ...draft, fields })}
          />
        </>
      )}
      <RulesPart
        rules={draft.rules}
        fields={draft.fields}
        named={named}
        faults={ruleFaults}
        onFocus={focus.on}
        onRules={(rules) => setDraft({ ...draft, rules })}
      />
      <RemindersPart
        chosen={draft.reminders}
        stored={stored?.reminders}
        onReminders={(reminders) => setDraft({ ...draft, reminders })}
      />
      <Versions
        draft={draft}
        stored={stored}
        onTake={() => {
          if (stored) setDraft(draftOfKind(stored, language))
          mark({}, {})
        }}
      />
      {command.error && <ErrorNotice error={command.error} />}
      <div className="form-foot">
        <Button type="submit" variant="contained" aria-disabled={command.isPending}>
          {command.isPending ? words.saving : words.save}
        </Button>
        <Button onClick={onClose}>{common.cancel}</Button>
        <span role="status">{Object.keys({ ...faults, ...ruleFaults }).length > 0 && words.check}</span>
      </div>
    </form>
  )
}

/** Moves the focus to a control by its name, once it is there. */
const useFocus = (form: RefObject<HTMLFormElement | null>) => {
  const [place, setPlace] = useState<{ readonly name: string }>()
  useEffect(() => {
    const found = place && form.current?.elements.namedItem(place.name)
    if (found instanceof HTMLElement) found.focus()
  }, [place, form])
  return { on: (name: string | undefined) => name !== undefined && setPlace({ name }) }
}
type Focus = ReturnType<typeof useFocus>

const Title = ({ stored }: Pick<Props, 'stored'>) => {
  const { form } = kindsSectionTexts.use()
  const language = useLanguage()
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  return (
    <h3 ref={heading} tabIndex={-1}>
      {stored ? <UserText words={form.title}>{stored.name[language]}</UserText> : form.titleNew}
    </h3>
  )
}

type FieldsProps = {
  readonly draft: KindDraft
  readonly faults: DraftFaults
  readonly focus: Focus
  readonly onFields: (fields: readonly FieldDraft[]) => void
}

const Fields = ({ draft, faults, focus, onFields }: FieldsProps) => {
  const { form } = kindsSectionTexts.use()
  const language = useLanguage()
  const [said, setSaid] = useState('')
  const { fields } = draft
  const isFull = isFullOfFields(draft)
  const add = () => {
    const field = newField()
    onFields([...fields, field])
    focus.on(`${field.key}.label.de`)
  }
  const move = (field: FieldDraft, place: number, by: -1 | 1) => {
    const next = moved(fields, field.key, by)
    onFields(next)
    focus.on(`${field.key}.${by < 0 ? 'up' : 'down'}`)
    const called = field.label[language].trim() || form.field(place + 1)
    setSaid(form.movedTo(called, next.indexOf(field) + 1, next.length))
  }
  const remove = (place: number) => {
    const next = fields.toSpliced(place, 1)
    onFields(next)
    const near = next[place] ?? next.at(-1)
    focus.on(near ? `${near.key}.label.de` : 'add')
  }
  return (
    <section className="stack" aria-label={form.fields}>
      <h4>{form.fields}</h4>
      <ol className="kind-fields">
        {fields.map((field, place) => (
          <FieldEditor
            key={field.key}
            field={field}
            place={place + 1}
            faults={faults}
            onChange={(next) => onFields(fields.with(place, next))}
            onMove={(by) => move(field, place, by)}
            onRemove={() => remove(place)}
          />
        ))}
      </ol>
      <p className="visually-hidden" role="status">
        {said}
      </p>
      <div className="form-foot">
        <Button
          variant="outlined"
          name="add"
          aria-disabled={isFull}
          startIcon={<PlusIcon />}
          onClick={() => isFull || add()}
        >
          {form.addField}
        </Button>
        {isFull && <span>{form.fullOfFields}</span>}
      </div>
    </section>
  )
}

type VersionsProps = {
  readonly draft: KindDraft
  readonly stored: Kind | undefined
  readonly onTake: () => void
}

/** What saving means, and whether somebody else has saved meanwhile. */
const Versions = ({ draft, stored, onTake }: VersionsProps) => {
  const { form } = kindsSectionTexts.use()
  const isOvertaken = stored !== undefined && stored.version > draft.version
  return (
    <>
      <p className="muted">{stored ? form.newVersion(stored.version + 1) : form.firstVersion}</p>
      <div role="status">
        {isOvertaken && (
          <div className="notice warning">
            <p>{form.overtaken(stored.version)}</p>
            <Button size="small" variant="outlined" onClick={onTake}>
              {form.take}
            </Button>
          </div>
        )}
      </div>
    </>
  )
}
