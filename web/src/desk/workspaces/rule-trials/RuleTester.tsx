import { useState, type SubmitEvent } from 'react'
import Button from '@mui/material/Button'
import TextField from '@mui/material/TextField'
import { useMutation } from '@tanstack/react-query'
import type { Kind } from '#contract/requests/kinds.ts'
import { tryRules } from '#contract/requests/rules/trying-rules.ts'
import { call, type Input } from '#shared/api/api.ts'
import { isApiError } from '#shared/api-error.ts'
import { ErrorNotice } from '#shared/native/Notice.tsx'
import { personWords } from '#shared/parts/PersonText.tsx'
import { useLanguage } from '#shared/texts/language.ts'
import { fieldsToTry, readExample, type Example } from './example.ts'
import { ExampleField } from './ExampleField.tsx'
import { testerTexts } from './tester-texts.ts'
import { TrialResult } from './TrialResult.tsx'
import './rule-trials.css'
import type { CompanyPerson, Named } from '../rules/use-company.ts'

type Props = {
  readonly workspaceId: string
  readonly kinds: readonly Kind[]
  readonly named: Named
}

/** Tries an example: which rule holds, and who would be asked. */
export const RuleTester = ({ workspaceId, kinds, named }: Props) => {
  const text = testerTexts.use()
  const language = useLanguage()
  const [example, setExample] = useState<Example>({
    kindId: kinds.find(({ rules }) => rules.length > 0)?.id ?? kinds[0]!.id,
    requesterId: '',
    typed: {},
    currencies: {},
  })
  const [wrong, setWrong] = useState<string | null>(null)
  const trial = useMutation({ mutationFn: (input: Input<typeof tryRules>) => call(tryRules, input) })
  const kind = kinds.find(({ id }) => id === example.kindId) ?? kinds[0]!
  const change = (next: Example) => {
    setExample(next)
    setWrong(null)
    // What was found is about another example.
    trial.reset()
  }
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (trial.isPending) return
    const read = readExample({ ...example, kindId: kind.id }, kind, language)
    if ('body' in read) return trial.mutate({ params: { workspaceId }, body: read.body })
    setWrong(read.wrong)
    const input = event.currentTarget.elements.namedItem(`example.${read.wrong}`)
    if (input instanceof HTMLElement) input.focus()
  }
  const refused = isApiError(trial.error, 'input.invalid') ? trial.error.details : []
  const faultOf = (name: string) => {
    if (wrong === name) return text.amount
    return refused.some(({ field }) => field === `fields.${name}`) ? text.refused : undefined
  }
  return (
    <form className="rule-tester" noValidate onSubmit={submit}>
      <p className="muted">{text.text}</p>
      <TextField
        select
        fullWidth
        label={text.kind}
        name="example.kind"
        value={kind.id}
        slotProps={{ inputLabel: { shrink: true }, select: { native: true } }}
        onChange={({ target }) => change({ ...example, kindId: target.value, typed: {} })}
      >
        {kinds.map(({ id, name }) => (
          <option key={id} value={id}>
            {name[language]}
          </option>
        ))}
      </TextField>
      {fieldsToTry(kind).map((field) => (
        <ExampleField
          key={field.name}
          field={field}
          example={example}
          people={named.people ?? []}
          fault={faultOf(field.name)}
          onExample={change}
        />
      ))}
      <Requester
        people={named.people ?? []}
        value={example.requesterId}
        onValue={(requesterId) => change({ ...example, requesterId })}
      />
      {trial.error && <ErrorNotice error={trial.error} />}
      <div className="form-foot">
        <Button type="submit" variant="outlined" aria-disabled={trial.isPending}>
          {trial.isPending ? text.trying : text.try}
        </Button>
      </div>
      <div role="status">{trial.data && <TrialResult trial={trial.data} kind={kind} named={named} />}</div>
    </form>
  )
}

type RequesterProps = {
  readonly people: readonly CompanyPerson[]
  readonly value: string
  readonly onValue: (id: string) => void
}

const Requester = ({ people, value, onValue }: RequesterProps) => {
  const text = testerTexts.use()
  return (
    <TextField
      select
      fullWidth
      label={text.requester}
      name="example.requester"
      value={value}
      slotProps={{ inputLabel: { shrink: true }, select: { native: true } }}
      onChange={({ target }) => onValue(target.value)}
    >
      <option value="">{text.myself}</option>
      {people
        .filter(({ active, requester }) => active && requester)
        .map((person) => (
          <option key={person.id} value={person.id}>
            {personWords(person, text.erased)}
          </option>
        ))}
    </TextField>
  )
}
